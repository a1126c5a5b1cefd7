import json
import os
import time
from urllib.request import Request, urlopen


def call(method, path, body=None):
    request = Request(
        os.environ["TAPESCRIPT_URL"] + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["TAPESCRIPT_TOKEN"],
            "Content-Type": "application/json",
        },
    )
    with urlopen(request) as answer:
        return json.load(answer)


file = "talk.wav"
size = os.path.getsize(file)
begun = call(
    "POST",
    "/api/upload/presigned-url",
    {"filename": file, "filesize": size, "contentType": "audio/wav"},
)
# The address is signed: it needs no token, and may be another server's.
with open(file, "rb") as recording:
    headers = {"Content-Type": "audio/wav", "Content-Length": str(size)}
    put = Request(begun["uploadUrl"], method="PUT", data=recording, headers=headers)
    urlopen(put).close()
made = call("POST", "/api/upload/process", {"uploadId": begun["uploadId"]})

while True:
    transcript = call("GET", f"/api/transcripts/{made['id']}")
    if transcript["status"] != "processing":
        break
    time.sleep(2)
print(made["id"], transcript["status"])
