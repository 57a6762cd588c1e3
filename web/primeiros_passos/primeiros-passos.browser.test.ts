import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  ADMIN,
  type BrowserSession,
  browserSession,
  Keyboard,
  signIn,
  tellOfFailure,
} from '../../fixtures/browser-session'
import { expectPresentable, settled } from '../../fixtures/look'
import { invoiceXml } from '../../fixtures/nfe/invoice'
import { startCnpj } from '../../fixtures/simulators/cnpj'
import { testCnpj } from '../../fixtures/test-server'

/** A bare installation, no demo: whatever it lacks to buy, sell and print comes from the page of the first steps alone. The steps follow one another. */

const CNPJ = testCnpj(771)
const register = startCnpj(CNPJ)
let session: BrowserSession
let keys: Keyboard
beforeAll(async () => {
  const settings = { CNPJ_URL: register.url, PRUMO_ADMIN_EMAIL: ADMIN.email, PRUMO_ADMIN_PASSWORD: ADMIN.password }
  session = await browserSession(settings, inject('templateUrl'))
  keys = new Keyboard(session)
  await signIn(session)
}, 120_000)
afterEach(({ task }) => tellOfFailure(session, task))
afterAll(async () => {
  await session?.close()
  await register.stop()
  expect(session?.errors).toEqual([])
})

const step = (name: string) => session.page.getByRole('list', { name: 'Passos' }).getByRole('button', { name })
const goal = (name: string) =>
  session.page.getByRole('listitem').filter({ has: session.page.locator('b', { hasText: name }) })
const done = (name: string) => step(`${name} (feito)`).waitFor()

describe('the first steps', () => {
  it('are reached from the dashboard, and say what is lacking', async () => {
    await expectPresentable(session.page, 'primeiros-passos-painel')
    await session.page.getByRole('link', { name: 'Primeiros passos' }).last().click()
    await keys.screen('/ui/primeiros_passos')
    await expect.poll(() => goal('Vender').textContent()).toContain('produto, preço de um produto, cliente')
    await expectPresentable(session.page, 'primeiros-passos')
  })

  it('take the company from its CNPJ', async () => {
    const { page } = session
    await page.getByRole('textbox', { name: 'CNPJ / CPF' }).fill(CNPJ)
    await page.getByRole('button', { name: 'Consultar' }).click()
    await page.getByRole('button', { name: 'Trocar' }).click()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Logradouro' }).inputValue())
      .toBe('RUA QUINZE DE NOVEMBRO')
    await keys.press('Control+s')
    await done('Empresa')
    await page.getByText('IMAGINARIA', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Receber o XML de uma nota' }).waitFor()
  })

  it('may be left aside, and take a user with a role', async () => {
    const { page } = session
    await step('Empresa').click()
    await page.getByRole('button', { name: /para Local de estoque/ }).click()
    await keys.text('Já cadastrados: Estoque geral.')
    await page.getByRole('button', { name: /para Pagamentos/ }).click()
    await page.getByRole('button', { name: /para Usuários/ }).click()
    await page.getByRole('textbox', { name: 'Nome' }).fill('Ana Exemplo')
    await page.getByRole('textbox', { name: 'E-mail' }).fill('ana@exemplo.com.br')
    for (const name of ['Senha', 'Confirme a senha'])
      await page.getByLabel(name, { exact: true }).fill('uma senha longa')
    await page.getByLabel('Regra de acesso').selectOption({ label: 'Vendedor' })
    await keys.press('Control+s')
    await done('Usuários')
    await expectPresentable(page, 'primeiros-passos-usuarios')
  })

  it('take products and customers line by line', async () => {
    const { page } = session
    await step('Produtos').click()
    await page.getByRole('textbox', { name: 'Descrição' }).fill('Trena emborrachada 5 m')
    await page.getByRole('textbox', { name: 'Preço' }).fill('39,90')
    await page.getByRole('textbox', { name: 'NCM' }).fill('99999999')
    await keys.press('Enter')
    await page.getByRole('textbox', { name: 'Descrição' }).last().fill('Nível de bolha 30 cm')
    await page.getByRole('textbox', { name: 'Preço' }).last().fill('25')
    await keys.press('Tab')
    await keys.text('NCM não encontrado na tabela.')
    await expectPresentable(page, 'primeiros-passos-produtos')
    await keys.press('Control+s')
    await done('Produtos')
    await step('Clientes').click()
    await page.getByRole('textbox', { name: 'Nome / Razão social' }).fill('Construtora Exemplo')
    await keys.press('Control+s')
    await done('Clientes')
  })
})

describe('with them alone', () => {
  it('a note is received and its goods come into stock', async () => {
    const { page } = session
    const file = join(tmpdir(), `primeira-nota-${process.pid}.xml`)
    const item = { cProd: 'PX-1', xProd: 'Trena emborrachada 5 m', qCom: '10.0000', vUnCom: '20.00', vProd: '200.00' }
    writeFileSync(
      file,
      invoiceXml({
        number: 5,
        recipient: CNPJ,
        items: [item],
        vNF: '200.00',
        instalments: [{ dVenc: '2026-12-15', vDup: '200.00' }],
      }),
    )
    await page.getByRole('link', { name: 'Receber o XML de uma nota' }).click()
    await keys.screen('/ui/compras/nfe_compra')
    await keys.text('Solte aqui os XML das notas')
    await expectPresentable(page, 'nfe-compra-vazia')
    await page.locator('[data-screen="/ui/compras/nfe_compra"] input[type=file]').first().setInputFiles(file)
    await keys.text('Trena emborrachada 5 m')
    await keys.press('Control+s')
    await page.waitForURL(/\/ui\/estoque\/entrada\/edit\/\d+/)
    await keys.text('NF-e 5 importada')
    await settled(page)
    await keys.press('F10')
    await keys.text('Entrada finalizada')
  })

  it('a sale is made, dispatched and printed', async () => {
    const { page, url } = session
    await page.goto(`${url}/ui/primeiros_passos`)
    await page.getByRole('link', { name: 'Fazer uma venda' }).click()
    await keys.screen('/ui/comercial/venda/edit/new')
    await keys.type('constr')
    await keys.pick()
    await keys.press('F2')
    await keys.type('trena')
    await keys.pick()
    await keys.text('Trena emborrachada 5 m')
    await keys.press('Control+s')
    await page.waitForURL(/\/venda\/edit\/\d+/)
    await settled(page)
    const [paper] = await Promise.all([
      page.context().waitForEvent('response', { predicate: (one) => one.url().includes('/reporting/pdf/venda') }),
      keys.press('Control+p'),
    ])
    expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await page.bringToFront()
    await keys.press('F10')
    await keys.chip('Fechada')
  })

  it('nothing is lacking but what an invoice asks', async () => {
    const { page, url } = session
    await page.goto(`${url}/ui/primeiros_passos`)
    await expect.poll(() => goal('Faturar').textContent()).toContain('inscrição estadual')
    expect(await goal('Vender').textContent()).toContain('Fazer uma venda')
  })
})
