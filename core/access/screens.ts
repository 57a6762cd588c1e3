import { type Gates, type Need, meets, namedBy, need } from './needs'
import type { AccessUser } from './rights'
import { cadastros } from './gates/cadastros'
import { casa } from './gates/casa'
import { comercial } from './gates/comercial'
import { compras } from './gates/compras'
import { configuracao } from './gates/configuracao'
import { estoque } from './gates/estoque'
import { expedicao } from './gates/expedicao'
import { financeiro } from './gates/financeiro'
import { mrp } from './gates/mrp'
import { nfe } from './gates/nfe'
import { producao } from './gates/producao'
import { servico } from './gates/servico'
import { sis } from './gates/sis'

const { open } = need

/**
 * What each screen asks, by path below /ui; `*` stands for one segment, and the longest pattern that begins a path decides.
 * Screens whose access the specification does not show ask for their own resource. Each area has its own list (`gates/`).
 */
const GATES: Gates = [
  ...casa,
  ...cadastros,
  ...comercial,
  ...compras,
  ...configuracao,
  ...estoque,
  ...expedicao,
  ...financeiro,
  ...mrp,
  ...nfe,
  ...producao,
  ...servico,
  ...sis,
]

interface Gate {
  readonly segments: readonly string[]
  readonly need: Need
}

const PARSED: readonly Gate[] = GATES.map(([pattern, need]) => ({ segments: pattern.split('/'), need })).sort(
  (a, b) => b.segments.length - a.segments.length,
)
const MAX_PATH = 500

/** Screens that hold an area's screens: open to all, and they show each person what is theirs. Exactly these paths, none below. */
const CONTAINERS: ReadonlySet<string> = new Set([
  'cadastros',
  'comercial',
  'compras',
  'configuracao',
  'estoque',
  'expedicao',
  'financeiro',
  'mrp',
  'nfe',
  'producao',
  'servico',
])

/** What the screen at the path asks; undefined when there is no such screen. `/ui/comercial/venda/edit/12` is `comercial/venda`. */
export function screenNeed(path: string): Need | undefined {
  const segments = path
    .slice(0, MAX_PATH)
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter((segment) => segment !== '')
  const below = segments[0] === 'ui' ? segments.slice(1) : segments
  if (below.length === 1 && CONTAINERS.has(below[0] ?? '')) return open
  return PARSED.find((gate) =>
    gate.segments.every((part, index) => part === below[index] || (part === '*' && index < below.length)),
  )?.need
}

/** What screens ask rights on, each once. */
export const resourcesOfScreens: readonly string[] = [...new Set(GATES.flatMap(([, wanted]) => namedBy(wanted)))]

/** Screens that are not called as the resource that they show. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  armazenamento: 'estoque/locais',
  transf_armaz: 'estoque/transferencia',
  saida: 'estoque/saidas',
  consumo: 'estoque/consumos',
  boleto_dda: 'financeiro/boletos_dda',
  email: 'sis/emails/list',
  anexo: 'sis/anexos',
  relatorio_proprio: 'relatorios/proprios',
  relatorio_agenda: 'relatorios/agenda',
}

const BY_RESOURCE = new Map([
  ...GATES.map(([pattern]) => pattern.split('/'))
    .filter((segments) => segments.length === 2)
    .toReversed()
    .map(([area, name]): [string, string] => [name ?? '', `/ui/${area}/${name}`]),
  ...Object.entries(OTHER_NAMES).map(([name, path]): [string, string] => [name, `/ui/${path}`]),
])

/** The address of a resource's list: `/ui/comercial/venda`; of what has no screen, the one of what does not exist. */
export const listPath = (resource: string): string => BY_RESOURCE.get(resource) ?? '/404'

/** The address of a document: `/ui/comercial/venda/edit/12`; of what has no screen, the one of what does not exist. */
export function pathOf(resource: string, id: number | string): string {
  return hasScreen(resource) ? `${listPath(resource)}/edit/${id}` : '/404'
}

export const hasScreen = (resource: string): boolean => BY_RESOURCE.has(resource)

/** True when the user may open the screen; anyone else is sent to 404, as for a screen that does not exist. */
export function canOpenScreen(user: AccessUser, path: string): boolean {
  const wanted = screenNeed(path)
  return wanted !== undefined && meets(user, wanted)
}
