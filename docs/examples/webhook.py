#!/usr/bin/env python3
"""Prints what a calendar posts to its webhook: WEBHOOK_SECRET=whsec_… PORT=8000 python3 webhook.py"""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

key = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))


def is_genuine(headers, body):
    if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
        return False
    signed = f'{headers["webhook-id"]}.{headers["webhook-timestamp"]}.'.encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(each, expected) for each in headers["webhook-signature"].split())


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        genuine = is_genuine(self.headers, body)
        self.send_response(204 if genuine else 401)
        self.end_headers()
        if genuine:
            post = json.loads(body)
            print(post["type"], len(post["data"].get("events", [])), flush=True)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("", int(os.environ["PORT"])), Receiver).serve_forever()
