"""The endpoint for assistants, by the protocol's own client."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp.client import Client
from serving import FERRY, FOUND, QUERY, Server

from otherwords.serve.asked import CompareAsked, FindAsked

DOCUMENTS = [{"id": "ferry", "text": FERRY}]


def with_client(server: Server, use: Callable[[Client], Awaitable[Any]], **settings: Any) -> Any:
    async def go() -> Any:
        async with Client(f"{server.url}/mcp", **settings) as client:
            return await use(client)

    return asyncio.run(go())


def test_the_tools_are_described(server: Server):
    tools = {tool.name: tool for tool in with_client(server, lambda client: client.list_tools()).tools}
    assert set(tools) == {"find", "compare"}
    assert tools["find"].input_schema["required"] == ["query"]
    assert set(tools["find"].input_schema["properties"]) == set(FindAsked.model_fields)
    assert set(tools["compare"].input_schema["properties"]) == set(CompareAsked.model_fields)
    assert "in other words" in (tools["find"].description or "")
    assert not any(tool.input_schema["additionalProperties"] for tool in tools.values())


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_find(server: Server, mode: str):
    answer = with_client(
        server, lambda client: client.call_tool("find", {"query": QUERY, "documents": DOCUMENTS}), mode=mode
    )
    assert not answer.is_error
    match = answer.structured_content["matches"][0]
    assert (match["document"], match["text"]) == ("ferry", FOUND)
    direct = server.post("/find", {"query": QUERY, "documents": DOCUMENTS, "top": 3}).json()
    assert answer.structured_content == direct


def test_every_field_has_its_effect(server: Server):
    wanted = {"query": "The king ate a cake.", "documents": DOCUMENTS, "always": True, "explain": False}
    answer = with_client(server, lambda client: client.call_tool("find", wanted))
    assert answer.structured_content == server.post("/find", {**wanted, "top": 3}).json()
    assert answer.structured_content["matches"][0]["explanation"] == []
    quoting = {"text": "He wrote: “Nobody was hurt in the accident” (Lind 1952, p. 88)."}
    compared = {"a": quoting, "others": DOCUMENTS, "leave_out_quotations": True}
    answer = with_client(server, lambda client: client.call_tool("compare", compared))
    assert answer.structured_content == server.post("/compare", compared).json()


def test_compare(server: Server):
    wanted = {"a": DOCUMENTS[0], "others": [{"text": "We saw it. Nobody was hurt in the accident. It was late."}]}
    answer = with_client(server, lambda client: client.call_tool("compare", wanted))
    assert answer.structured_content == server.post("/compare", wanted).json()
    assert answer.structured_content["pairs"]


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_no_stream_is_held_open(server: Server, method: str):
    with server.client() as client:
        answer = client.request(method, "/mcp", headers={"accept": "text/event-stream"})
    assert answer.status_code == 405


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"query": QUERY}, "no index"),
        ({"query": "   ", "documents": DOCUMENTS}, "empty"),
        ({"query": QUERY, "documents": [{"text": "x" * 1_000_001}]}, "1,000,000"),
        ({"documents": DOCUMENTS}, "query"),
        (
            {"query": QUERY, "documents": DOCUMENTS, "tpo": 3, "docs\n": []},
            "find has no argument docs , tpo; it has query, documents, top, min_probability, always, explain, copies",
        ),
        ({"query": QUERY, "documents": DOCUMENTS, "x" * 1000: 1}, f"no argument {'x' * 100}; it has query"),
    ],
)
def test_mistakes_are_told_to_the_assistant(server: Server, wanted: dict[str, Any], told: str):
    answer = with_client(server, lambda client: client.call_tool("find", wanted))
    assert answer.is_error
    assert told in answer.content[0].text
