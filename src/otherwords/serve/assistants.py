"""The MCP endpoint: assistants call ``find`` and ``compare`` as tools, through the same desk as everyone else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import CallToolResult, InputRequiredResult, Tool
from pydantic import Field
from starlette.routing import Route

from otherwords.serve import asked, told
from otherwords.serve.desk import Desk
from otherwords.serve.engine import Engine, check_size
from otherwords.serve.limits import Limits
from otherwords.serve.problems import Refused
from otherwords.text import OtherwordsError, in_one_line

PATH = "/mcp"
_QUOTED = 100
"""Characters of a mistake that are told again."""

_INSTRUCTIONS = """\
Otherwords finds where a text says something in other words, marks exactly that passage, tells how sure it is, and says
plainly when nothing in the text says it. Offsets count code points. Probabilities are calibrated."""


class _Server(MCPServer):
    """An argument that is not known is an error, not a setting without effect."""

    async def list_tools(self) -> list[Tool]:
        tools = await super().list_tools()
        for tool in tools:
            tool.input_schema["additionalProperties"] = False
        return tools

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        for tool in await self.list_tools():
            known = tool.input_schema["properties"]
            if tool.name == name and (unknown := arguments.keys() - known):
                wrong = ", ".join(sorted(unknown))
                raise ToolError(f"{name} has no argument {in_one_line(wrong)[:_QUOTED]}; it has {', '.join(known)}")
        return await super().call_tool(name, arguments, context)


class Assistants:
    def __init__(self, desk: Desk[Engine], limits: Limits, *, has_index: bool) -> None:
        self._server = _Server("otherwords", instructions=_INSTRUCTIONS, log_level="ERROR", subscriptions=False)
        self._add_tools(desk, limits, has_index)
        # No sessions: nothing is kept between two calls. The door has looked at hosts and sizes already.
        app = self._server.streamable_http_app(
            streamable_http_path=PATH,
            stateless_http=True,
            json_response=True,
            max_request_body_size=limits.body,
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )
        (spoken,) = (route for route in app.routes if isinstance(route, Route) and route.path == PATH)
        # GET would hold a stream open for what the server says unasked, and it never does.
        self.route = Route(PATH, spoken.endpoint, methods=["POST"])

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        async with self._server.session_manager.run():
            yield

    def _add_tools(self, desk: Desk[Engine], limits: Limits, has_index: bool) -> None:
        where = "Leave out to search the server's index." if has_index else "Needed: this server has no index."

        @self._server.tool(description="Find the passages that say the query in other words, or learn that none does.")
        async def find(
            query: asked.Query,
            documents: Annotated[asked.Documents | None, Field(description=f"The texts to search. {where}")] = None,
            top: Annotated[int, Field(ge=1, le=50, description="So many passages at most.")] = 3,
            min_probability: asked.Probability = 0.5,
            always: Annotated[bool, Field(description="Never answer that none does.")] = False,
            explain: Annotated[bool, Field(description="Also which words say the same.")] = True,
            copies: Annotated[bool, Field(description="In the index: also passages that say it word for word.")] = True,
        ) -> told.FindTold:
            wanted = asked.FindAsked(
                query=query,
                documents=documents,
                top=top,
                min_probability=min_probability,
                always=always,
                explain=explain,
                copies=copies,
            )
            try:
                check_size([one.text for one in documents or ()], limits.characters)
                return await desk.run(lambda engine: engine.find(wanted))
            except (OtherwordsError, Refused) as error:
                raise ToolError(str(error)) from None

        @self._server.tool(description="List the passages of a text that other texts say, too: copied or reworded.")
        async def compare(
            a: Annotated[asked.DocumentAsked, Field(description="The text whose passages are looked for.")],
            others: Annotated[asked.Documents, Field(description="The texts that they are looked for in.")],
            min_probability: asked.Probability = 0.5,
            leave_out_quotations: Annotated[
                bool, Field(description="Leave out quotations that name their source.")
            ] = False,
        ) -> told.CompareTold:
            wanted = asked.CompareAsked(
                a=a, others=others, min_probability=min_probability, leave_out_quotations=leave_out_quotations
            )
            try:
                check_size([a.text, *(one.text for one in others)], limits.compared)
                return await desk.run(lambda engine: engine.compare(wanted))
            except (OtherwordsError, Refused) as error:
                raise ToolError(str(error)) from None
