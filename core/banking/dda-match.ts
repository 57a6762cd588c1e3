/** Which payable a slip of the DDA is of: by what, and what is sure enough to link by itself. */

/** By what a payable is found, the surest first. */
export const REASONS = {
  codigo: 'Mesmo código de barras',
  vencimento: 'Mesmo emissor, valor e vencimento',
  proximo: 'Mesmo emissor e valor, vencimento próximo',
  sacador: 'Fornecedor é o sacador do boleto, mesmo valor',
  alias: 'Emissor já cobrou por este fornecedor, mesmo valor',
  difere: 'Mesmo emissor e vencimento, outro valor',
  valor: 'Outro emissor, mesmo valor e vencimento',
  pessoa: 'Escolhida por uma pessoa',
  abertura: 'Conta aberta deste boleto',
} as const

export type Reason = keyof typeof REASONS

/** Reasons in their order. */
export const ORDER = [
  'codigo',
  'vencimento',
  'proximo',
  'sacador',
  'alias',
  'difere',
  'valor',
] as const satisfies readonly Reason[]

/** As many days as a due date may lie beside the slip's. */
export const NEAR_DAYS = 5

/** What is no match by itself, and is shown all the same. */
const WEAK: ReadonlySet<Reason> = new Set(['difere', 'valor'])

export const isWeak = (reason: Reason): boolean => WEAK.has(reason)

/** A payable that a slip may be of. */
export interface Found {
  readonly boleto_id: number
  readonly contas_pagar_id: number
  readonly porque: Reason
  /** What is owed is what the slip asks for, or the slip tells no amount. */
  readonly mesmo_valor: boolean
  /** Something of the payable has to be asked first: it is a forecast, or is paid by other means. */
  readonly pergunta: boolean
}

const bySlip = <T extends Found>(found: readonly T[]): ReadonlyMap<number, readonly T[]> =>
  Map.groupBy(found, (one) => one.boleto_id)

/** The best of a slip where there is just one such, by barcode, or by issuer, amount and due date. */
function onlyBest<T extends Found>(own: readonly T[]): T | undefined {
  for (const reason of ['codigo', 'vencimento'] as const) {
    const best = own.filter((one) => one.porque === reason)
    if (best.length > 0) return best.length === 1 ? best[0] : undefined
  }
  return undefined
}

/**
 * Which slips link by themselves: those with exactly one payable of their barcode, or of their issuer, amount and due date, that no other slip may be of as well. A barcode wins over
 * the rest; another amount, a forecast and a payable that is paid otherwise are asked about.
 */
export function sureLinks<T extends Found>(found: readonly T[]): readonly T[] {
  const best = [...bySlip(found).values()].flatMap((own) => onlyBest(own) ?? [])
  const coded = new Set(best.filter((one) => one.porque === 'codigo').map((one) => one.contas_pagar_id))
  const wanted = Map.groupBy(
    found.filter((one) => one.porque === 'codigo' || one.porque === 'vencimento'),
    (one) => one.contas_pagar_id,
  )
  return best.filter((one) => {
    if (!one.mesmo_valor || one.pergunta) return false
    const rivals = (wanted.get(one.contas_pagar_id) ?? []).filter((other) => other.boleto_id !== one.boleto_id)
    if (one.porque === 'codigo') return rivals.every((other) => other.porque !== 'codigo')
    return !coded.has(one.contas_pagar_id) && rivals.length === 0
  })
}

/** What all branches of a company share of its tax id: the first eight characters of a CNPJ; a CPF whole. Nothing where there is no tax id. */
export function rootOf(taxId: string | null | undefined): string | null {
  if (taxId === null || taxId === undefined || taxId === '') return null
  return taxId.length === 14 ? taxId.slice(0, 8) : taxId
}
