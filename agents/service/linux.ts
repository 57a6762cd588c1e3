import { homedir } from 'node:os'
import { join } from 'node:path'

/** What the service is called. */
export const SERVICE = 'prumo-agente'

interface UnitOptions {
  readonly program: string
  readonly args: readonly string[]
  /** Of the whole PC (root), or of the user who installs it. */
  readonly isSystem: boolean
  /** Folders that it writes to, where the whole PC's files are closed to it. */
  readonly writes: readonly string[]
}

/** A word as systemd reads it: in quotes, with what it would read otherwise escaped. */
const quoted = (text: string): string =>
  `"${text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)
    .replaceAll('%', '%%')}"`
/** The same of what it starts, where it fills in variables too. */
const argument = (text: string): string => quoted(text).replaceAll('$', '$$$$')

/** The unit of systemd: started with the PC (or with its user), again after each end, with no more rights than it has now. */
export function unitText({ program, args, isSystem, writes }: UnitOptions): string {
  const closed = isSystem
    ? [
        'ProtectSystem=full',
        'ProtectHome=read-only',
        'PrivateTmp=true',
        // One that is not there yet is no reason not to start.
        ...(writes.length > 0 ? [`ReadWritePaths=${writes.map((folder) => quoted(`-${folder}`)).join(' ')}`] : []),
      ]
    : []
  return `${[
    '[Unit]',
    'Description=Prumo: agente local de balanças e impressoras',
    'After=network-online.target',
    'Wants=network-online.target',
    'StartLimitIntervalSec=0',
    '',
    '[Service]',
    `ExecStart=${[program, ...args].map(argument).join(' ')}`,
    'Restart=always',
    'RestartSec=5',
    'NoNewPrivileges=true',
    ...closed,
    '',
    '[Install]',
    `WantedBy=${isSystem ? 'multi-user.target' : 'default.target'}`,
  ].join('\n')}\n`
}

/** Where the unit is written. */
export const unitPath = (isSystem: boolean): string =>
  isSystem ? `/etc/systemd/system/${SERVICE}.service` : join(homedir(), '.config/systemd/user', `${SERVICE}.service`)

/** `systemctl`, of the PC or of the user. */
export const systemctl = (isSystem: boolean, ...args: readonly string[]): readonly [string, ...string[]] => [
  'systemctl',
  ...(isSystem ? [] : ['--user']),
  ...args,
]
