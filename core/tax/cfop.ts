/** The case that a line of an operation's CFOP table is for. `contribuinte` null takes contributors and others. */
export interface CfopCase {
  /** 1 own production, 2 resale, 3 own use, 4 fixed asset. */
  readonly origem: number
  /** 0 none, 1 we withhold it, 2 withheld before. */
  readonly st: number
  /** 1 within the state, 2 another state, 3 abroad. */
  readonly destino: number
  readonly contribuinte: number | null
}

export interface CfopLine extends CfopCase {
  readonly CFOP: string
}

/** The CFOP of a case by an operation's table: a line for contributors or for others before one for both. Undefined where no line is of it. */
export function cfopOf(
  lines: readonly CfopLine[],
  { origem, st, destino, contribuinte }: CfopCase,
): string | undefined {
  const fitting = lines.filter((line) => line.origem === origem && line.st === st && line.destino === destino)
  const exact = fitting.find((line) => line.contribuinte !== null && line.contribuinte === contribuinte)
  return (exact ?? fitting.find((line) => line.contribuinte === null))?.CFOP
}

/** Kinds of products (`mercadoria.tipo`) by where the CFOP says that goods come from; any other kind is resold. */
const ORIGINS: Readonly<Record<string, number>> = { '2': 1, '4': 3, '6': 4 }

/** Where goods come from, for the CFOP: a finished product is our own, goods for own use and assets are what they are, all else is resold. */
export const goodsOrigin = (tipo: string | null | undefined): number => ORIGINS[tipo ?? ''] ?? 2

/** Where the other party is: 1 in the own state, 2 in another, 3 abroad. */
const placeOf = (own: string, other: string): 1 | 2 | 3 => (other === 'EX' ? 3 : own === other ? 1 : 2)

/** Presence (indPres) in which goods are handed over: at the counter, and outside the establishment. */
const HANDED_OVER: ReadonlySet<number> = new Set([1, 5])

/** Where goods go, for the CFOP and for idDest. Handed over to a final consumer of another state they stay in this one (rule 773). */
export function destinationOf(
  own: string,
  other: string,
  { indPres, indFinal }: { readonly indPres: number; readonly indFinal: boolean },
): 1 | 2 | 3 {
  const place = placeOf(own, other)
  return place === 2 && indFinal && HANDED_OVER.has(indPres) ? 1 : place
}

/** Origin, ST, and the last three digits of the CFOP: within the state, to others, abroad, to non-contributors of another state. */
type Usual = readonly [origem: number, st: number, inside: string, outside: string, abroad?: string, consumer?: string]

interface UsualOperation {
  readonly label: string
  readonly natOp: string
  readonly finNFe: number
  readonly lines: readonly Usual[]
}

const same = (origins: readonly number[], code: string): readonly Usual[] =>
  origins.map((origem) => [origem, 0, code, code] as const)

const ALL = [1, 2, 3, 4]

/** What usual operations go out with (CFOP 5, 6, 7). */
export const USUAL_OUT = {
  venda: {
    label: 'Venda',
    natOp: 'Venda de mercadoria',
    finNFe: 1,
    lines: [
      [1, 0, '101', '101', '101', '107'],
      [2, 0, '102', '102', '102', '108'],
      [1, 1, '401', '401'],
      [2, 1, '403', '403'],
      [2, 2, '405', '404'],
      [4, 0, '551', '551', '551'],
    ],
  },
  devolucao: {
    label: 'Devolução ao fornecedor',
    natOp: 'Devolução de compra',
    finNFe: 4,
    lines: [
      [1, 0, '201', '201', '201'],
      [2, 0, '202', '202', '202'],
      [1, 2, '410', '410'],
      [2, 2, '411', '411'],
      [3, 0, '556', '556', '556'],
      [4, 0, '553', '553', '553'],
    ],
  },
  transferencia: {
    label: 'Transferência entre estabelecimentos',
    natOp: 'Transferência de mercadoria',
    finNFe: 1,
    lines: [
      [1, 0, '151', '151'],
      [2, 0, '152', '152'],
      [1, 1, '408', '408'],
      [2, 1, '409', '409'],
      [2, 2, '409', '409'],
      [3, 0, '557', '557'],
      [4, 0, '552', '552'],
    ],
  },
  bonificacao: { label: 'Bonificação ou brinde', natOp: 'Bonificação', finNFe: 1, lines: same([1, 2], '910') },
  conserto: { label: 'Remessa para conserto', natOp: 'Remessa para conserto', finNFe: 1, lines: same(ALL, '915') },
  demonstracao: {
    label: 'Remessa para demonstração',
    natOp: 'Remessa para demonstração',
    finNFe: 1,
    lines: same([1, 2], '912'),
  },
  consignacao: {
    label: 'Remessa em consignação',
    natOp: 'Remessa em consignação',
    finNFe: 1,
    lines: same([1, 2], '917'),
  },
  servico: { label: 'Prestação de serviço', natOp: 'Prestação de serviço', finNFe: 1, lines: same(ALL, '933') },
  outras: { label: 'Outra remessa', natOp: 'Outra saída de mercadoria', finNFe: 1, lines: same(ALL, '949') },
} as const satisfies Readonly<Record<string, UsualOperation>>

/** What usual operations come in with (CFOP 1, 2, 3). */
export const USUAL_IN = {
  compra: {
    label: 'Compra',
    natOp: 'Compra de mercadoria',
    finNFe: 1,
    lines: [
      [1, 0, '101', '101', '101'],
      [2, 0, '102', '102', '102'],
      [1, 2, '401', '401'],
      [2, 2, '403', '403'],
      [3, 0, '556', '556', '556'],
      [4, 0, '551', '551', '551'],
    ],
  },
  devolucao: {
    label: 'Devolução de cliente',
    natOp: 'Devolução de venda',
    finNFe: 4,
    lines: [
      [1, 0, '201', '201', '201'],
      [2, 0, '202', '202', '202'],
      [1, 1, '410', '410'],
      [2, 1, '411', '411'],
      [2, 2, '411', '411'],
    ],
  },
  transferencia: {
    label: 'Transferência entre estabelecimentos',
    natOp: 'Transferência de mercadoria',
    finNFe: 1,
    lines: [
      [1, 0, '151', '151'],
      [2, 0, '152', '152'],
      [1, 2, '408', '408'],
      [2, 2, '409', '409'],
      [3, 0, '557', '557'],
      [4, 0, '552', '552'],
    ],
  },
  bonificacao: { label: 'Bonificação ou brinde', natOp: 'Bonificação', finNFe: 1, lines: same([1, 2], '910') },
  conserto: { label: 'Retorno de conserto', natOp: 'Retorno de conserto', finNFe: 1, lines: same(ALL, '916') },
  demonstracao: {
    label: 'Retorno de demonstração',
    natOp: 'Retorno de demonstração',
    finNFe: 1,
    lines: same([1, 2], '913'),
  },
  consignacao: {
    label: 'Devolução de consignação',
    natOp: 'Devolução de consignação',
    finNFe: 1,
    lines: same([1, 2], '918'),
  },
  outras: { label: 'Outra entrada', natOp: 'Outra entrada de mercadoria', finNFe: 1, lines: same(ALL, '949') },
} as const satisfies Readonly<Record<string, UsualOperation>>

/** The lines of a usual operation; `first` is the first digit of its CFOP within the state: 1 comes in, 5 goes out. */
export function usualLines(operation: UsualOperation, first: 1 | 5): readonly CfopLine[] {
  return operation.lines.flatMap(([origem, st, inside, outside, abroad, consumer]) => [
    { origem, st, destino: 1, contribuinte: null, CFOP: `${first}${inside}` },
    { origem, st, destino: 2, contribuinte: null, CFOP: `${first + 1}${outside}` },
    ...(consumer === undefined ? [] : [{ origem, st, destino: 2, contribuinte: 0, CFOP: `${first + 1}${consumer}` }]),
    ...(abroad === undefined ? [] : [{ origem, st, destino: 3, contribuinte: null, CFOP: `${first + 2}${abroad}` }]),
  ])
}
