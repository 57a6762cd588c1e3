import { describe, expect, it } from 'vitest'
import { browserTest } from '../fixtures/browser-session'
import { expectPresentable, fits, seriousFaults, settled } from '../fixtures/look'

/** Every screen opens by its address, shows itself, raises no error, and axe finds nothing serious: light, dark, and on a phone. */

const SCREENS = [
  '/ui/dashboard',
  '/ui/cadastros',
  '/ui/relatorios',
  '/ui/cadastros/solicitacao_conta',
  '/ui/comercial/orcamento',
  '/ui/comercial/orcamento/edit/1',
  '/ui/comercial/venda',
  '/ui/comercial/venda/edit/1',
  '/ui/comercial/venda_rapida',
  '/ui/comercial/tabela_preco',
  '/ui/compras/nfe_compra',
  '/ui/compras/pedido_compra',
  '/ui/compras/pedido_compra/edit/new',
  '/ui/compras/solicitacao',
  '/ui/compras/solicitacao/edit/new',
  '/ui/producao/ordem_producao',
  '/ui/producao/ordem_producao/edit/new',
  '/ui/mrp/planejamento',
  '/ui/mrp/planejamento/edit/new',
  '/ui/estoque/entrada',
  '/ui/estoque/entrada/edit/1',
  '/ui/estoque/mercadoria',
  '/ui/estoque/mercadoria/edit/1',
  '/ui/estoque/mercadoria_grupo',
  '/ui/estoque/fabricante',
  '/ui/estoque/unidade',
  '/ui/estoque/armazem_logistico',
  '/ui/estoque/locais',
  '/ui/mrp/previsao',
  '/ui/financeiro/contas_receber',
  '/ui/financeiro/contas_pagar',
  '/ui/cadastros/cliente',
  '/ui/cadastros/cliente/edit/1',
  '/ui/cadastros/fornecedor',
  '/ui/cadastros/importacao',
  '/ui/cadastros/lgpd',
  '/ui/cadastros/transportadora',
  '/ui/cadastros/vendedor',
  '/ui/cadastros/empresa/edit/1',
  '/ui/cadastros/webhook_entrega',
  '/ui/sis/troca',
  '/ui/cadastros/user/edit/1',
  '/ui/cadastros/role/edit/1',
  '/ui/cadastros/tipo_entrada_saida',
  '/ui/configuracao/seguranca',
  '/ui/configuracao/chave_api',
  '/ui/configuracao/evento_seguranca',
  '/ui/configuracao/pagamento',
  '/ui/expedicao/roteirizacao',
] as const

const session = browserTest()

describe('opened by its address, light, dark, and on a phone', () => {
  it.each(SCREENS)('%s', async (path) => {
    const { page, url, errors } = session
    errors.length = 0
    await page.goto(url + path)
    await page.waitForSelector(`[data-screen="${path}"]`)
    await expectPresentable(page, path.slice(4).replaceAll('/', '-'))
    expect(errors).toEqual([])
  })
})

describe('opened on a phone', () => {
  it.each(['/ui/dashboard', '/ui/comercial/venda', '/ui/comercial/venda/edit/1', '/ui/cadastros/cliente/edit/1'])(
    '%s',
    async (path) => {
      const { page, url, errors } = session
      await page.setViewportSize({ width: 390, height: 780 })
      await page.goto(url + path)
      await page.waitForSelector(`[data-screen="${path}"]`)
      await settled(page)
      expect(await fits(page)).toBe(true)
      expect(await seriousFaults(page)).toEqual([])
      expect(errors).toEqual([])
    },
  )
})

describe('what is not there', () => {
  it.each([
    ['/ui/nada', '/404'],
    ['/ui/comercial/nada', '/404'],
    ['/qualquer', '/access/signin'],
  ])('%s is %s', async (path, shown) => {
    await session.page.goto(session.url + path)
    await session.page.waitForSelector(`[data-screen="${shown}"]`)
  })
})
