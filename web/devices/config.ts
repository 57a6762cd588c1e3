import { signal } from '@preact/signals-react'
import {
  array,
  boolean,
  fallback,
  type GenericSchema,
  type InferOutput,
  maxLength,
  minLength,
  object,
  picklist,
  pipe,
  record,
  safeParse,
  string,
} from 'valibot'
import { readStored, writeStored } from '../app/storage'
import { isRecord } from '../ui/row'
import { STORED, viewOf } from './here'

/** The devices of a workstation (spec, local monitors): kept in this browser, and validated as they are read. What cannot be used counts as not there. */

/** The monitor of this PC: always there. */
export const LOCAL = '127.0.0.1'

/** Screens that a scale may serve, as `viewOf` tells them. */
export const VIEWS = {
  recebimento: 'Recebimento',
  expedicao: 'Expedição',
  comercial: 'Comercial',
  compras: 'Compras',
  estoque: 'Estoque e contagens',
  producao: 'Produção',
} as const
export const VIEW_NAMES = ['recebimento', 'expedicao', 'comercial', 'compras', 'estoque', 'producao'] as const

/** What a scale is unless it is told otherwise (spec C3-048 to C3-050). */
export const USUAL_SCALE = { port: 'COM1', protocol: 'RS232', views: ['recebimento', 'expedicao'] } as const
export const PROTOCOLS = ['RS232', 'USB', 'TCP'] as const
export const PRINTER_LANGUAGES = ['zpl', 'epl', 'ppla', 'pplb', 'csv'] as const

/** Most devices of a kind. */
const MOST = 30
const told = pipe(string(), minLength(1), maxLength(200))

const server = object({ serverIP: told, token: fallback(string(), '') })
const scale = object({
  port: fallback(told, USUAL_SCALE.port),
  protocol: fallback(picklist(PROTOCOLS), USUAL_SCALE.protocol),
  /** What its monitor calls it; '' is the first that it has. */
  nome: fallback(string(), ''),
  views: pipe(array(picklist(VIEW_NAMES)), minLength(1)),
  serverIP: told,
  default: fallback(boolean(), false),
})
export const printer = object({
  /** What its monitor calls it. */
  nome: told,
  serverIP: told,
  linguagem: fallback(picklist(PRINTER_LANGUAGES), 'zpl'),
})

const AGENT = /^agente:(\d+)$/

/** Where a scale or printer of a paired agent is: reached by our own server. */
export const agentAddress = (id: number | string): string => `agente:${id}`
/** The number of the paired agent that an address is of. */
export const agentOf = (serverIP: string): string | undefined => AGENT.exec(serverIP)?.[1]

/** A monitor on the network: its host, and the token that it asks for. */
export type Server = InferOutput<typeof server>
export type Scale = InferOutput<typeof scale>
export type Printer = InferOutput<typeof printer>

export interface Devices {
  readonly servers: readonly Server[]
  readonly scales: readonly Scale[]
  readonly printers: readonly Printer[]
  /** By what a label is for, the key of the printer that it goes to. */
  readonly uses: Readonly<Record<string, string>>
  /** A label is printed as soon as it is made, and made as soon as it is weighed (spec C3-053, C3-054). */
  readonly autoPrint: boolean
  readonly autoAdd: boolean
}

/** What of a stored list is as it should be. */
export function listOf<T>(schema: GenericSchema<unknown, T>, given: unknown): T[] {
  const all: readonly unknown[] = Array.isArray(given) ? given.slice(0, MOST) : []
  return all.flatMap((one) => {
    const read = safeParse(schema, one)
    return read.success ? [read.output] : []
  })
}

/** What is stored, as it can be used: the monitor of this PC first, and nothing of a monitor that is not there. */
export function readDevices(stored: unknown): Devices {
  const given = isRecord(stored) ? stored : {}
  const known = listOf(server, given.servers)
  const local = known.find(({ serverIP }) => serverIP === LOCAL) ?? { serverIP: LOCAL, token: '' }
  const servers = [local, ...known.filter(({ serverIP }) => serverIP !== LOCAL)]
  const isThere = ({ serverIP }: { readonly serverIP: string }): boolean =>
    agentOf(serverIP) !== undefined || servers.some((one) => one.serverIP === serverIP)
  const uses = safeParse(record(string(), string()), given.uses)
  return {
    servers,
    scales: listOf(scale, given.scales).filter(isThere),
    printers: listOf(printer, given.printers).filter(isThere),
    uses: uses.success ? uses.output : {},
    autoPrint: given.autoPrint !== false,
    autoAdd: given.autoAdd !== false,
  }
}

/** The devices of this workstation. */
export const devices = signal<Devices>(readDevices(readStored(STORED)))

/** Keeps devices. */
export function keepDevices(next: Devices): void {
  devices.value = next
  writeStored(STORED, next)
}

export const printerKey = ({ serverIP, nome }: Pick<Printer, 'serverIP' | 'nome'>): string => `${serverIP}|${nome}`

/** The printer of labels for a use, if this workstation has one. */
export const printerFor = (use: string, { printers, uses }: Devices = devices.peek()): Printer | undefined =>
  printers.find((one) => printerKey(one) === uses[use])

/** The scale that serves a screen: the one that is so marked, else the first. */
export function scaleFor(path: string, { scales }: Devices = devices.peek()): Scale | undefined {
  const serving = scales.filter(({ views }) => views.some((view) => view === viewOf(path)))
  return serving.find((one) => one.default) ?? serving[0]
}

/** Devices after a change, or why there is none (spec M3-040 to M3-043). */
type Changed = Devices | string

/** A host, or one of this PC at a port of its own. */
const HOST = /^[\w-]+(?:\.[\w-]+)*$/
const LOCAL_PORT = /^127\.0\.0\.1:\d{2,5}$/

export function withServer(now: Devices, { serverIP: given, token }: Server): Changed {
  const serverIP = given.trim().toLowerCase()
  if (now.servers.some((one) => one.serverIP === serverIP)) return 'Este servidor já está na lista'
  if (!HOST.test(serverIP) && !LOCAL_PORT.test(serverIP))
    return 'Informe o nome ou o IP do computador, como 192.168.0.9 ou pc.rede.ts.net'
  if (now.servers.length >= MOST) return TOO_MANY
  return { ...now, servers: [...now.servers, { serverIP, token: token.trim() }] }
}

const TOO_MANY = `Use no máximo ${MOST} de cada.`

/** Is this address of this PC itself? */
export const isHere = (serverIP: string): boolean => serverIP === LOCAL || LOCAL_PORT.test(serverIP)

/** The token of a monitor changes. */
export const withToken = (now: Devices, serverIP: string, token: string): Devices => ({
  ...now,
  servers: now.servers.map((one) => (one.serverIP === serverIP ? { serverIP, token: token.trim() } : one)),
})

/** A monitor leaves, with its scales and printers. */
export function withoutServer(now: Devices, serverIP: string): Changed {
  if (serverIP === LOCAL) return 'O servidor local não pode ser removido!'
  return readDevices({ ...now, servers: now.servers.filter((one) => one.serverIP !== serverIP) })
}

export function withScale(now: Devices, added: Scale): Changed {
  if (added.views.length === 0) return 'Selecione pelo menos uma tela'
  const isSame = (one: Scale): boolean =>
    one.serverIP === added.serverIP &&
    (agentOf(added.serverIP) === undefined ? one.port === added.port : one.nome === added.nome)
  if (now.scales.some((one) => isSame(one))) return 'Esta balança já está na lista'
  if (now.scales.length >= MOST) return TOO_MANY
  const others = added.default ? now.scales.map((one) => ({ ...one, default: false })) : now.scales
  return { ...now, scales: [...others, added] }
}

/** One scale is what is meant where several serve a screen. */
export const withUsualScale = (now: Devices, usual: Scale): Devices => ({
  ...now,
  scales: now.scales.map((one) => ({ ...one, default: one === usual })),
})

export const withoutScale = (now: Devices, gone: Scale): Devices => ({
  ...now,
  scales: now.scales.filter((one) => one !== gone),
})

export function withPrinter(now: Devices, added: Printer): Changed {
  if (now.printers.some((one) => printerKey(one) === printerKey(added))) return 'Esta impressora já está na lista'
  if (now.printers.length >= MOST) return TOO_MANY
  return { ...now, printers: [...now.printers, added] }
}

/** A printer leaves: what was printed there is downloaded again. */
export const withoutPrinter = (now: Devices, gone: Printer): Devices => ({
  ...now,
  printers: now.printers.filter((one) => one !== gone),
  uses: Object.fromEntries(Object.entries(now.uses).filter(([, key]) => key !== printerKey(gone))),
})

/** Labels for a use go to a printer; '' downloads them. */
export const withUse = (now: Devices, use: string, key: string): Devices => ({
  ...now,
  uses: Object.fromEntries([
    ...Object.entries(now.uses).filter(([name]) => name !== use),
    ...(key === '' ? [] : [[use, key]]),
  ]),
})
