import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { LINE_SETTINGS, PROTOCOLS } from '../core/scale'
import type { OpenLine } from './scale/line'
import { ippPrinter } from './print/ipp'
import { folderPrinter, type Printer, spoolPrinter, tcpPrinter } from './print/printer'
import { windowsPrinter } from './print/windows-spool'
import { serialLine } from './scale/serial'
import { tcpLine } from './scale/tcp'

/** Where browsers ask for a weight (document 3, section 8). */
const SCALE_PORT = 8828
/** Where browsers hand files over to be made and printed. */
const FILE_PORT = 8827

const MOST_SCALES = 16
const SHORTEST_TOKEN = 16

const origin = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'Use o endereço da página, como https://erp.exemplo.com.br',
  ),
)
const tcpAddress = v.pipe(v.string(), v.regex(/^[\w.-]+:\d{1,5}$/, 'Use endereço:porta, como 192.168.0.9:4001'))

const scale = v.pipe(
  v.strictObject({
    nome: v.pipe(v.string(), v.minLength(1, 'Dê um nome à balança.'), v.maxLength(60)),
    protocolo: v.pipe(
      v.string(),
      v.check((name) => PROTOCOLS.has(name), `Use um destes protocolos: ${[...PROTOCOLS.keys()].join(', ')}`),
    ),
    serial: v.optional(v.pipe(v.string(), v.regex(/^\/dev\/[\w./-]+$/, 'Use o caminho da porta, como /dev/ttyUSB0'))),
    tcp: v.optional(tcpAddress),
    velocidade: v.optional(v.pipe(v.number(), v.integer(), v.minValue(300), v.maxValue(115_200))),
    dados: v.optional(v.picklist([7, 8])),
    paridade: v.optional(v.picklist(['none', 'even'])),
    /** What the scale is asked with, in hexadecimal; '' for one that sends by itself. */
    pedido: v.optional(v.pipe(v.string(), v.regex(/^(?:[0-9a-fA-F]{2}){0,16}$/, 'Use hexadecimal, como 05'))),
  }),
  v.check(({ serial, tcp }) => (serial === undefined) !== (tcp === undefined), 'Informe serial ou tcp: um dos dois.'),
)
type ScaleConfig = v.InferOutput<typeof scale>

const printer = v.pipe(
  v.strictObject({
    nome: v.pipe(v.string(), v.minLength(1, 'Dê um nome à impressora.'), v.maxLength(60)),
    tcp: v.optional(tcpAddress),
    pasta: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(500))),
    /** A queue of this PC's spooler: of CUPS, or of Windows. */
    fila: v.optional(v.pipe(v.string(), v.regex(/^[^\p{C}\s-][^\p{C}]{0,119}$/u, 'Use o nome da fila de impressão'))),
    ipp: v.optional(
      v.pipe(v.string(), v.regex(/^ipps?:\/\/[\w.-]+(?::\d{1,5})?\/[\w./-]*$/, 'Use ipp://endereço:631/ipp/print')),
    ),
    /** What a printer by IPP is told that it gets. */
    formato: v.optional(v.pipe(v.string(), v.regex(/^[\w.+-]+\/[\w.+-]+$/, 'Use um tipo como application/pdf'))),
  }),
  v.check(
    ({ tcp, pasta, fila, ipp }) => [tcp, pasta, fila, ipp].filter((one) => one !== undefined).length === 1,
    'Informe tcp, pasta, fila ou ipp: um dos quatro.',
  ),
)
type PrinterConfig = v.InferOutput<typeof printer>

const MOST_PRINTERS = 32
const areNamedApart = (all: readonly { readonly nome: string }[]): boolean =>
  new Set(all.map(({ nome }) => nome)).size === all.length

const port = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535))

const settings = v.strictObject({
  /** The server that the agent opens its road to: paired by a code, reached from every screen. */
  servidor: v.optional(origin),
  porta: v.optional(port, SCALE_PORT),
  porta_arquivos: v.optional(port, FILE_PORT),
  /** Pages that may ask. */
  origens: v.optional(v.pipe(v.array(origin), v.maxLength(20)), []),
  /** Names of this PC beside those of the loopback: of a private network that brings https (`pc.rede.ts.net`). */
  nomes: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^[\w-]+(?:\.[\w-]+)*\.ts\.net$/, 'Use um nome que termine em .ts.net'))),
      v.maxLength(20),
    ),
    [],
  ),
  token: v.optional(
    v.pipe(
      v.string(),
      v.minLength(SHORTEST_TOKEN, `O token tem ao menos ${SHORTEST_TOKEN} caracteres.`),
      v.maxLength(200),
    ),
  ),
  /** The printer that lists of picking go to (`/makePrintFile`). */
  separacao: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(60))),
  /** Where BarTender's program is, on a PC that has it. */
  bartender: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(500))),
  /** The folder of its models: no other file is one. */
  bartender_modelos: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z]:[\\/]/, 'Use o caminho da pasta, como C:\\etiquetas'), v.maxLength(300)),
  ),
  balancas: v.optional(
    v.pipe(
      v.array(scale),
      v.maxLength(MOST_SCALES),
      v.check((all) => areNamedApart(all), 'Duas balanças têm o mesmo nome.'),
    ),
    [],
  ),
  impressoras: v.optional(
    v.pipe(
      v.array(printer),
      v.maxLength(MOST_PRINTERS),
      v.check((all) => areNamedApart(all), 'Duas impressoras têm o mesmo nome.'),
    ),
    [],
  ),
  /** Where what waits to be printed, the agent's key and its log are kept. */
  dados: v.optional(
    v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
    process.platform === 'win32' ? 'C:\\ProgramData\\Prumo Agente' : '/var/lib/prumo-agente',
  ),
})

/** Without a server the loopback is the only way: then who may ask has to be said. */
const config = v.pipe(
  settings,
  v.forward(
    v.check(
      ({ servidor, token }) => servidor !== undefined || token !== undefined,
      'Valor inválido, desconhecido ou faltando.',
    ),
    ['token'],
  ),
  v.forward(
    v.check(({ servidor, origens }) => servidor !== undefined || origens.length > 0, 'Informe o endereço do servidor.'),
    ['origens'],
  ),
  v.forward(
    v.check(
      ({ separacao, impressoras }) => separacao === undefined || impressoras.some(({ nome }) => nome === separacao),
      'Use o nome de uma das impressoras.',
    ),
    ['separacao'],
  ),
  v.forward(
    v.check(
      ({ bartender, bartender_modelos }) => bartender === undefined || bartender_modelos !== undefined,
      'Informe a pasta dos modelos do BarTender.',
    ),
    ['bartender_modelos'],
  ),
  v.transform((given) => ({
    ...given,
    // Pages of the server that the agent is paired with may ask, without being named again.
    origens: given.servidor === undefined ? given.origens : [...new Set([...given.origens, given.servidor])],
  })),
)
export type Config = v.InferOutput<typeof config>

/** Something of the configuration that cannot be used: where, and why. */
export class BadConfig extends Error {}

/** Reads the configuration. Throws BadConfig with every fault, one a line. */
export function readConfig(path: string): Config {
  let given: unknown
  try {
    given = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const why = error instanceof SyntaxError ? 'não é JSON' : 'não pode ser lido'
    throw new BadConfig(`O arquivo ${path} ${why}.`, { cause: error })
  }
  const { success, output, issues } = v.safeParse(config, given, {
    message: 'Valor inválido, desconhecido ou faltando.',
  })
  if (success) return output
  throw new BadConfig(issues.map((one) => `${v.getDotPath(one) ?? path}: ${one.message}`).join('\n'))
}

/** The way to a printer. */
export function printerOf({ tcp, pasta, fila, ipp, formato }: PrinterConfig): Printer {
  if (pasta !== undefined) return folderPrinter(pasta)
  if (ipp !== undefined) return ippPrinter(ipp, formato ?? 'application/octet-stream')
  if (fila !== undefined) return process.platform === 'win32' ? windowsPrinter(fila) : spoolPrinter(fila)
  const [host = '', port = ''] = (tcp ?? '').split(':')
  return tcpPrinter(host, Number(port))
}

/** What kind of way a printer has, as the server is told. */
export function kindOf({ tcp, pasta, fila }: PrinterConfig): 'rede' | 'ipp' | 'pasta' | 'fila' {
  if (tcp !== undefined) return 'rede'
  if (pasta !== undefined) return 'pasta'
  return fila === undefined ? 'ipp' : 'fila'
}

/** The way to a scale. A speed that is not told is the usual one of its protocol. */
export function lineOf({ protocolo, serial, tcp, velocidade, dados, paridade }: ScaleConfig): OpenLine {
  const [host = '', port = ''] = (tcp ?? '').split(':')
  if (serial === undefined) return tcpLine(host, Number(port))
  const usual = LINE_SETTINGS.get(protocolo)
  return serialLine(serial, {
    baud: velocidade ?? usual?.baud[0] ?? 9_600,
    dataBits: dados ?? usual?.dataBits ?? 8,
    parity: paridade ?? usual?.parity ?? 'none',
    stopBits: 1,
  })
}
