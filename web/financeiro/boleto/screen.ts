import { lazyModal } from '../../ui/lazy-modal'
import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'

/** Collection by boleto: what is agreed with banks, boletos, and the files to banks and back. */

const parts = () => import('./parts')

const bancoCnab = screen({
  path: '/ui/financeiro/banco_cnab',
  title: 'Cobrança Bancária',
  area: 'Financeiro',
  right: 'banco_cnab',
  register: true,
  component: lazyScreen(async () => (await parts()).Setups),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).SetupForm), size: 'lg' } },
})

const boleto = screen({
  path: '/ui/financeiro/boleto',
  title: 'Boletos',
  area: 'Financeiro',
  right: 'remessa_retorno',
  create: false,
  component: lazyScreen(async () => (await parts()).Boletos),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).BoletoForm), size: 'lg' } },
})

const remessa = screen({
  path: '/ui/financeiro/remessa',
  title: 'Remessas',
  area: 'Financeiro',
  right: 'remessa_retorno',
  component: lazyScreen(async () => (await parts()).Remessas),
  modals: {
    'edit/:id': { component: lazyModal(async () => (await parts()).RemessaModal), size: 'xl' },
  },
})

const retorno = screen({
  path: '/ui/financeiro/retorno',
  title: 'Retornos',
  area: 'Financeiro',
  right: 'remessa_retorno',
  create: false,
  component: lazyScreen(async () => (await parts()).Retornos),
  modals: {
    'edit/:id': { component: lazyModal(async () => (await parts()).RetornoForm), size: 'xl' },
    'edit/:id/linha/:linha_id': { component: lazyModal(async () => (await parts()).LineForm), size: 'lg' },
  },
})

const retornoBoleto = screen({
  path: '/ui/financeiro/retorno_boleto',
  title: 'Ocorrências do Banco',
  area: 'Financeiro',
  right: 'remessa_retorno',
  create: false,
  register: true,
  component: lazyScreen(async () => (await parts()).AllLines),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).LineForm), size: 'lg' } },
})

export const boletoScreens = [boleto, remessa, retorno, retornoBoleto, bancoCnab]
