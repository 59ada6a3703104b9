#!/bin/sh
# Usage: sh deploy/secrets.sh [--agents] [--events]. Creates deploy/secrets/: one random password per service, the passwords of Postgres and the first operator key. Existing files stay.
# Compose mounts each file into the one container that needs it. Only you can enter the folder; the files in it are readable
# inside their containers, whose users have other numbers than yours.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
keep() { [ -s "secrets/$1" ] || { printf '%s' "$2" >"secrets/$1"; echo "made deploy/secrets/$1"; }; }

keep postgres_password "$(random)"
# Two users of one database: the owner of the tables, and the one that requests are answered by, who sees one workspace at a time.
keep database_owner_url "postgres://crumbtrail:$(cat secrets/postgres_password)@postgres:5432/crumbtrail"
# Where the owner answered requests too, before there were two users, its URL is replaced.
if [ -e secrets/database_url ] && cmp -s secrets/database_url secrets/database_owner_url; then rm secrets/database_url; fi
keep database_url "postgres://crumbtrail_requests:$(random)@postgres:5432/crumbtrail"
keep api_key "ct_$(random)"
# Encrypts what operators save in Settings, and secrets of webhooks. Keep it with your backups: without it they must be entered again.
keep settings_key "$(head -c 32 /dev/urandom | base64)"
# Keys of agents elsewhere: none until you write them (docs/guides/a2a-and-agui.md#agents-elsewhere).
keep a2a_keys '{}'
# docker-compose.yml names the broker's user of each service, including agents that run as services.
services=$(sed -n 's/.*NATS_USER: \([a-z0-9-]*\).*/\1/p' ../docker-compose.yml | sort -u)
# With --agents, and from then on: the users of compose.agents.yml, two of Crumbtrail and one of others, who meet on the broker.
case " $* " in *' --agents '*) agents=yes ;; *) agents=no ;; esac
if [ $agents = yes ] || [ -s secrets/nats_agents ]; then services="$services agents crumbtrail-agents crumbtrail-prompts"; fi
# With --events, and from then on: the user of compose.events.yml, who reads the events of a workspace.
case " $* " in *' --events '*) events=yes ;; *) events=no ;; esac
if [ $events = yes ] || [ -s secrets/nats_event-reader ]; then services="$services event-reader"; fi
for service in $services; do
  keep "nats_$service" "$(random)"
done
for service in $services; do
  printf '%s_PASSWORD: "%s"\n' "$(echo "$service" | tr 'a-z-' 'A-Z_')" "$(cat "secrets/nats_$service")"
done >secrets/nats_passwords.conf
for key in model_api_key embeddings_api_key; do
  [ -e "secrets/$key" ] || : >"secrets/$key"
done
chmod 644 secrets/*
