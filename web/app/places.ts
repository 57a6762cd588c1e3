import type { KeyName } from './keys'
import { matchStack, type ScreenDefinition } from './registry'

export const HOME = '/ui/dashboard'

/** Where a key leads. */
const PLACES: Partial<Record<KeyName, string>> = {
  quick_sale: '/ui/comercial/venda/edit/new',
  go_balcao: '/ui/comercial/venda_rapida',
  go_venda: '/ui/comercial/venda',
  go_orcamento: '/ui/comercial/orcamento',
  go_mercadoria: '/ui/estoque/mercadoria',
  go_entrada: '/ui/estoque/entrada',
  go_receber: '/ui/financeiro/contas_receber',
  go_pagar: '/ui/financeiro/contas_pagar',
  go_fluxo: '/ui/financeiro/fluxo_caixa',
  go_cliente: '/ui/cadastros/cliente',
  go_dashboard: HOME,
}

/** Where a key leads among these screens; undefined for a key of no place, or of a place that is not among them. */
export function placeOf(screens: readonly ScreenDefinition[], name: KeyName): string | undefined {
  const path = PLACES[name]
  return path === undefined || matchStack(screens, path) === null ? undefined : path
}
