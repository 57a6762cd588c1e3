import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

/** Where lines of statements and their files are looked at, and what was done to them is taken back. */

const parts = () => import('./statement-lines')

export const extratoBanco = screen({
  path: '/ui/financeiro/extrato_banco',
  title: 'Linhas de Extrato',
  area: 'Financeiro',
  right: 'conciliacao_bancaria',
  component: lazyScreen(async () => (await parts()).Lines),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).LineForm) } },
})

export const extratoArquivo = screen({
  path: '/ui/financeiro/extrato_arquivo',
  title: 'Arquivos de Extrato',
  area: 'Financeiro',
  right: 'conciliacao_bancaria',
  component: lazyScreen(async () => (await parts()).Files),
})
