import json
import os
from urllib.request import Request, urlopen

message = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "search", "arguments": {"query": "the harbour"}},
}
request = Request(
    os.environ["TAPESCRIPT_URL"] + "/mcp",
    data=json.dumps(message).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["TAPESCRIPT_TOKEN"],
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    },
)
with urlopen(request) as answer:
    for line in answer.read().decode().splitlines():
        if line.startswith("data: "):
            result = json.loads(line.removeprefix("data: "))["result"]
            print(result["content"][0]["text"])
