"""The steps of a network's training, whatever it learns from."""

import copy
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import torch
from torch import Tensor, nn

Losses = dict[str, Tensor]
Network = TypeVar("Network", bound=nn.Module)


@dataclass(frozen=True)
class Course:
    """Steps of one network: warm-up, cosine decay, the average of its weights on the way."""

    steps: int
    minutes: float
    rate: float
    warm_up: int
    averaging: float

    def follow(self, model: Network, losses_of: Callable[[Network], Losses], report: Callable[[str], None]) -> Network:
        kept = copy.deepcopy(model).eval()
        decayed = [p for p in model.parameters() if p.ndim > 1]
        others = [p for p in model.parameters() if p.ndim <= 1]
        device = decayed[0].device.type
        is_faster_halved = device == "cuda" or bool(torch.cpu.get_capabilities().get("avx512_bf16"))
        optimizer = torch.optim.AdamW(
            [{"params": decayed, "weight_decay": 0.01}, {"params": others, "weight_decay": 0.0}], fused=True
        )
        began = time.monotonic()
        seen: dict[str, list[float]] = {}
        for step in range(self.steps):
            done = max(step / self.steps, (time.monotonic() - began) / 60 / self.minutes)
            if done >= 1:
                break
            pace = min((step + 1) / self.warm_up, 1.0) * 0.5 * (1 + math.cos(math.pi * done))
            for group in optimizer.param_groups:
                group["lr"] = self.rate * pace
            with torch.autocast(device, torch.bfloat16, enabled=is_faster_halved):
                losses = losses_of(model)
            if not losses:
                continue
            optimizer.zero_grad(set_to_none=True)
            torch.autograd.backward(torch.stack(list(losses.values())).sum())
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            share = min(self.averaging, (step + 1) / (step + 10))
            with torch.no_grad():
                torch._foreach_lerp_(list(kept.parameters()), list(model.parameters()), 1 - share)
            if step % 10 == 0:
                for name, loss in losses.items():
                    seen.setdefault(name, []).append(loss.item())
            if step % 200 == 199:
                told = ", ".join(f"{name} {np.mean(values):.3f}" for name, values in seen.items())
                seen.clear()
                report(f"step {step + 1}: {told}; {(step + 1) / (time.monotonic() - began):.1f}/s")
        return kept
