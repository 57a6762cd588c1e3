import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import type { Keep } from '../core/retention'

/** What the environment says; every value is optional there (docs: architecture, "Settings"). */
export interface Settings {
  readonly port: number
  readonly host: string
  /** Absolute folder for the embedded database, generated secrets and logs. */
  readonly dataDir: string
  /** A PostgreSQL of one's own: what the environment says, else the address that `prumo move` left in the data folder. */
  readonly databaseUrl: string | undefined
  /** A streaming replica of that PostgreSQL, which long reads go to. */
  readonly databaseReadUrl: string | undefined
  readonly adminEmail: string | undefined
  readonly adminPassword: string | undefined
  readonly smtpUrl: string | undefined
  /** Services of postcodes (ViaCEP's shape) and of companies (BrasilAPI's). */
  readonly cepUrl: string | undefined
  readonly cnpjUrl: string | undefined
  /** WhatsApp: a service of Evolution API's shape, and the key it is asked with. */
  readonly whatsappUrl: string | undefined
  readonly whatsappKey: string | undefined
  /** Delivery routes: a VROOM server, an OSRM server for distances, a geocoder of Nominatim's shape. */
  readonly vroomUrl: string | undefined
  readonly osrmUrl: string | undefined
  readonly geocoderUrl: string | undefined
  /** Map tiles (`https://…/{z}/{x}/{y}.png`), and the words that name their source. Without them routes are drawn on a plain ground. */
  readonly tilesUrl: string | undefined
  readonly tilesCredit: string | undefined
  /** Answers instead of the tax authorities: a simulator, or a proxy; the paths stay. And a PEM file of authorities that their certificates are judged by, beside the common ones. */
  readonly sefazUrl: string | undefined
  readonly sefazCa: string | undefined
  /** Answers instead of the national system of services (NFS-e). */
  readonly nfseUrl: string | undefined
  /** Folder of the official schema packages, one subfolder each. */
  readonly schemasDir: string | undefined
  /** Folder beneath which files for banks' programs are put, one of its own for each company. */
  readonly bankFolder: string | undefined
  /** Folder of the built programs of local agents. */
  readonly agentsDir: string | undefined
  readonly secret: string | undefined
  /** Earlier values of `secret`, until `prumo secret reseal` has done away with them. */
  readonly olderSecrets: readonly string[]
  /** Webhooks and shops may lie on this machine or its network. */
  readonly allowPrivate: boolean
  /** Proxies before this server whose `X-Forwarded-For` is believed: addresses and networks (`10.0.0.0/8`). */
  readonly trustedProxies: readonly string[]
  /** Folder of the automatic copies; undefined where none are to be made. */
  readonly backupDir: string | undefined
  /** How many of them are kept. */
  readonly backupKeep: Keep
  /** Where traces are sent by OTLP/HTTP (`http://coletor:4318`); undefined where none are. */
  readonly tracesUrl: string | undefined
  /** Public address used in links of e-mails. */
  readonly publicUrl: string | undefined
  /** Seconds in which a server that is to stop still serves, while `/readyz` sends a balancer to others. */
  readonly drainS: number
}

/** Reads the settings from environment variables; throws on a PORT that is no port. */
export function readSettings(env: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const port = Number(env.PORT ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT inválida: ${env.PORT}`)
  const dataDir = resolve(env.PRUMO_DATA ?? 'data')
  return {
    port,
    host: env.HOST ?? '127.0.0.1',
    dataDir,
    databaseUrl: env.DATABASE_URL || movedTo(dataDir),
    databaseReadUrl: env.DATABASE_READ_URL || undefined,
    adminEmail: env.PRUMO_ADMIN_EMAIL || undefined,
    adminPassword: env.PRUMO_ADMIN_PASSWORD || undefined,
    smtpUrl: env.SMTP_URL || undefined,
    cepUrl: env.CEP_URL || undefined,
    cnpjUrl: env.CNPJ_URL || undefined,
    whatsappUrl: env.WHATSAPP_URL || undefined,
    whatsappKey: env.WHATSAPP_KEY || undefined,
    vroomUrl: env.VROOM_URL || undefined,
    osrmUrl: env.OSRM_URL || undefined,
    geocoderUrl: env.GEOCODER_URL || undefined,
    tilesUrl: env.TILES_URL || undefined,
    tilesCredit: env.TILES_CREDIT || undefined,
    sefazUrl: env.PRUMO_SEFAZ || undefined,
    sefazCa: env.PRUMO_SEFAZ_CA || undefined,
    nfseUrl: env.PRUMO_NFSE || undefined,
    schemasDir: env.PRUMO_ESQUEMAS || undefined,
    bankFolder: env.PRUMO_BANCO ? resolve(env.PRUMO_BANCO) : undefined,
    agentsDir: env.PRUMO_AGENTES || undefined,
    secret: env.PRUMO_SECRET || undefined,
    olderSecrets: (env.PRUMO_SECRET_OLD ?? '').split(',').filter(Boolean),
    allowPrivate: env.PRUMO_ALLOW_PRIVATE_HOSTS === '1',
    trustedProxies: proxiesOf(env.PRUMO_PROXIES),
    backupDir: backupFolder(env.PRUMO_BACKUPS, dataDir),
    backupKeep: keepOf(env.PRUMO_BACKUP_KEEP),
    tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT || undefined,
    publicUrl: env.PRUMO_URL || undefined,
    drainS: drainOf(env.PRUMO_DRAIN),
  }
}

const LONGEST_DRAIN_S = 300

function drainOf(text = '0'): number {
  const seconds = Number(text || '0')
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > LONGEST_DRAIN_S)
    throw new Error(`PRUMO_DRAIN inválida: ${text} (segundos, de 0 a ${LONGEST_DRAIN_S})`)
  return seconds
}

/** In the data folder, for its owner alone: the address of the database that the embedded one was moved to. */
export const addressFile = (dataDir: string): string => join(dataDir, 'database-url')

function movedTo(dataDir: string): string | undefined {
  const file = addressFile(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || undefined : undefined
}

const backupFolder = (named: string | undefined, dataDir: string): string | undefined =>
  named === '0' ? undefined : resolve(named || join(dataDir, 'copias'))

/** Days, weeks and months, `7,4,6`. Throws on anything else. */
function keepOf(text = ''): Keep {
  if (text === '') return { days: 7, weeks: 4, months: 6 }
  const [, days, weeks, months] = /^(\d{1,3}),(\d{1,3}),(\d{1,3})$/.exec(text) ?? []
  if (days === undefined) throw new Error(`PRUMO_BACKUP_KEEP inválida: ${text} (dias,semanas,meses, como 7,4,6)`)
  return { days: Number(days), weeks: Number(weeks), months: Number(months) }
}

/** Addresses and networks, separated by commas. Throws on one that is neither. */
function proxiesOf(text = ''): readonly string[] {
  const proxies = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  for (const one of proxies) {
    const [address = '', bits, more] = one.split('/')
    const most = isIP(address) === 6 ? 128 : 32
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
    if (isIP(address) === 0 || !fits || more !== undefined) throw new Error(`PRUMO_PROXIES inválida: ${one}`)
  }
  return proxies
}
