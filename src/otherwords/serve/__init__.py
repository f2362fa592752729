"""An HTTP API, an MCP endpoint and a page in the browser. The extra ``[serve]``; nothing else imports this folder."""
