// What the server is asked. A newer question makes the older one void, and a busy server is asked again when it says so.

const TOKEN = "otherwords-token";
const TRIES = 6;

export class Failure extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

const fragment = new URLSearchParams(location.hash.slice(1));
if (fragment.has("token")) {
  sessionStorage.setItem(TOKEN, fragment.get("token"));
  history.replaceState(null, "", location.pathname);
}

async function askForToken() {
  const dialog = document.getElementById("token-dialog");
  const field = document.getElementById("token");
  if (!dialog.open) dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  if (!field.value) throw new Failure("Without its token, the server does not answer.", 401);
  sessionStorage.setItem(TOKEN, field.value.trim());
  field.value = "";
}

const pause = (seconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, 1000 * seconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

export async function call(path, { json, bytes, signal, onBusy } = {}) {
  for (let attempt = 1; ; attempt += 1) {
    const headers = {};
    const token = sessionStorage.getItem(TOKEN);
    if (token) headers.authorization = `Bearer ${token}`;
    if (json !== undefined) headers["content-type"] = "application/json";
    if (bytes !== undefined) headers["content-type"] = "application/octet-stream";
    const body = json !== undefined ? JSON.stringify(json) : bytes;
    let response;
    try {
      response = await fetch(path, { method: body === undefined ? "GET" : "POST", headers, body, signal });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Failure("The server does not answer. Is it still running?", 0);
    }
    if (response.ok) return response.json();
    if (response.status === 401) {
      sessionStorage.removeItem(TOKEN);
      await askForToken();
      continue;
    }
    const wait = Number(response.headers.get("retry-after"));
    if (response.status === 503 && wait && attempt < TRIES) {
      onBusy?.();
      await pause(wait, signal);
      continue;
    }
    const told = await response.json().catch(() => ({}));
    throw new Failure(told.error ?? `The server answered with ${response.status}.`, response.status);
  }
}

// Runs one thing at a time: to begin anew ends what is under way, and its answer is never seen.
export class Latest {
  cancel() {
    this.controller?.abort();
    this.controller = undefined;
  }

  async run(action) {
    this.cancel();
    const controller = new AbortController();
    this.controller = controller;
    try {
      const answer = await action(controller.signal);
      return controller.signal.aborted ? undefined : answer;
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      throw error;
    } finally {
      if (this.controller === controller) this.controller = undefined;
    }
  }
}
