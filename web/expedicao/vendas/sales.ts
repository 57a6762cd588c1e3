import { hoursText } from '../../../core/routing/words'
import { numberOf, textOf, type Row } from '../../ui/row'

/** A sale that waits for its delivery. */
export interface Sale {
  readonly id: number
  readonly name: string
  readonly address: string
  readonly district: string
  readonly town: string
  readonly seller: string
  readonly volumes: number
  readonly kilos: number
  /** Weight and volumes that are not known, or not whole. */
  readonly unknown: { readonly weight: boolean; readonly volumes: boolean }
  readonly value: unknown
  readonly due: string
  readonly hours: string
}

export const GROUPS = [
  { field: 'district', label: 'Bairro' },
  { field: 'town', label: 'Cidade' },
  { field: 'seller', label: 'Vendedor' },
] as const
export type GroupField = (typeof GROUPS)[number]['field']

/** A row of `get_vendas` as a sale. */
export function saleOf(row: Row): Sale {
  const { xLgr, nro, janelas } = row
  return {
    id: numberOf(row.id) ?? 0,
    name: textOf(row.xNome),
    address: [textOf(xLgr), textOf(nro)].filter(Boolean).join(', '),
    district: textOf(row.xBairro),
    town: [textOf(row.xMun), textOf(row.UF)].filter(Boolean).join(' · '),
    seller: textOf(row.vendedor),
    volumes: numberOf(row.volumes) ?? 0,
    kilos: numberOf(row.peso) ?? 0,
    unknown: { weight: row.sem_peso === true, volumes: row.sem_volumes === true },
    value: row.vTotal,
    due: textOf(row.dEntrega),
    hours: Array.isArray(janelas) ? hoursText(janelas.map((one) => [textOf(one?.[0]), textOf(one?.[1])] as const)) : '',
  }
}

export interface SaleGroup {
  readonly name: string
  readonly sales: readonly Sale[]
}

/** Sales by neighbourhood, city or seller, in order of name; those without one come last. */
export function groupSales(sales: readonly Sale[], field: GroupField): readonly SaleGroup[] {
  const groups = Map.groupBy(sales, (sale) => sale[field])
  return [...groups]
    .map(([name, own]) => ({ name, sales: own }))
    .toSorted((a, b) => Number(a.name === '') - Number(b.name === '') || a.name.localeCompare(b.name, 'pt-BR'))
}
