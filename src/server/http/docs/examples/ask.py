import json
import os
from urllib.request import Request, urlopen

request = Request(
    os.environ["TAPESCRIPT_URL"] + "/api/transcripts/12/chat",
    data=json.dumps({"question": "What was decided about the harbour?"}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["TAPESCRIPT_TOKEN"],
        "Content-Type": "application/json",
    },
)
with urlopen(request) as answer:
    print(json.load(answer)["answer"])
