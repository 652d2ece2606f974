#!/bin/sh
# Makes the media bucket, and a user for the services that may access only this bucket. A second run changes nothing.
set -eu
MC_CONFIG_DIR=$(mktemp -d)
export MC_CONFIG_DIR
secrets=${SECRETS:-/run/secrets}
read_secret() { cat "$secrets/$1"; }
user=$(read_secret service-user)

mc --quiet alias set media "${MINIO_URL:-http://minio:9000}" "$(read_secret user)" "$(read_secret password)"
mc --quiet mb --ignore-existing media/media
mc --quiet admin policy create media hearsay-media "$(dirname "$0")/media-policy.json"
mc --quiet admin user add media "$user" "$(read_secret service-password)"
mc --quiet admin policy attach media hearsay-media --user "$user"
