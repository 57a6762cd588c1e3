import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'

export const cobranca = screen({
  path: '/ui/financeiro/cobranca',
  title: 'Cobrança',
  area: 'Financeiro',
  right: 'contas_receber',
  component: lazyScreen(async () => (await import('./cobranca')).Collection),
})
