# Writes the first configuration of Redis and of its Sentinel. Both record the primary in these files, so existing files are kept.
set -eu
cd /data
name=$POD_NAME.redis
if [ ! -s redis.conf ]; then
  printf '%s\n' 'include /run/secrets/redis.conf' "replica-announce-ip $name" 'min-replicas-to-write 1' >redis.new
  [ "$POD_NAME" = redis-0 ] || echo 'replicaof redis-0.redis 6379' >>redis.new
  mv redis.new redis.conf
fi
if [ ! -s sentinel.conf ]; then
  { cat /run/secrets/sentinel.conf && echo "sentinel announce-ip $name"; } >sentinel.new
  mv sentinel.new sentinel.conf
fi
