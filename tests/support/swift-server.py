"""Runs all of Debian's Swift with its S3 interface in one process, on free ports and in the given folder. Prints 'ready PORT', and exits when its input ends."""
import sys

import eventlet

eventlet.monkey_patch()

import os  # noqa: E402
from eventlet import tpool, wsgi  # noqa: E402
from swift.common import utils  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402

folder = sys.argv[1]
origins = sys.argv[2]


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = tests\nswift_hash_path_prefix = tests\n')
utils.set_swift_dir(folder)
from swift.common.wsgi import SwiftHttpProtocol, loadapp  # noqa: E402

os.makedirs(os.path.join(folder, 'devices', 'd1'), exist_ok=True)
SHARED = f'''[DEFAULT]
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
log_level = ERROR
cors_allow_origin = {origins}
recon_cache_path = {folder}
# A busy machine must not look broken: if one server stopped waiting for another, a listing would be incomplete.
conn_timeout = 60
node_timeout = 120
container_update_timeout = 120
'''
sockets = {}
for kind in ('account', 'container', 'object'):
    sockets[kind] = eventlet.listen(('127.0.0.1', 0))
    ring = RingBuilder(4, 1, 0)
    ring.add_dev({
        'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'device': 'd1',
        'ip': '127.0.0.1', 'port': sockets[kind].getsockname()[1],
    })
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, f'{kind}.ring.gz'))
sockets['proxy'] = eventlet.listen(('127.0.0.1', 0))

apps = {
    kind: loadapp(write(f'{kind}.conf', f'''{SHARED}
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
'''))
    for kind in ('account', 'container', 'object')
}
apps['proxy'] = loadapp(write('proxy.conf', f'''{SHARED}
[pipeline:main]
pipeline = catch_errors gatekeeper cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
cors_preflight_allow_origin = {origins}
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
'''))
quiet = open(os.devnull, 'w')
for kind, app in apps.items():
    eventlet.spawn(wsgi.server, sockets[kind], app, log=quiet, protocol=SwiftHttpProtocol, log_output=False)
print('ready', sockets['proxy'].getsockname()[1], flush=True)
# The parent holds the input open, so this process notices the parent's exit in any case.
tpool.execute(sys.stdin.read)
