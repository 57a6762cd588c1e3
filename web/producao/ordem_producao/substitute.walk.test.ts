import { expect, it } from 'vitest'
import { apiAt, browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'

/** Substitutes told in a composition and put in the place of what lacks; a sale that brings its goods; a badge at the shop floor; the structure of a product. */

const session = browserTest()
const keys = new Keyboard(session)
const ORDERS = 'producao/ordem_producao'

interface Known {
  readonly box: number
  readonly board: number
  readonly other: number
}
let known: Known

const first = async (path: string, where: object) =>
  (await apiAt(session)('GET', `${path}?perPage=1&where=${encodeURIComponent(JSON.stringify(where))}`)).data[0].id

/** Boxes of two boards, of which there are none; of the other board there are fifty. */
async function prepared(): Promise<Known> {
  const api = apiAt(session)
  const product = async (xProd: string, codigo: string, more: object = {}): Promise<number> =>
    (await api('POST', 'mercadoria', { xProd, codigo, ...more })).id
  const [board, other] = [await product('Tábua de cedro', 'TAB-7'), await product('Tábua de imbuia', 'TAB-8')]
  const centre = await api('POST', 'producao/centro_trabalho', { descricao: 'Bancada de caixas', vHora: 60 })
  const box = await product('Caixa de cedro', 'CXC-1', {
    mercadoria_insumos: [{ mercadoria_insumo_id: board, quantidade: 2, vCusto: 3 }],
    mercadoria_etapas_producao: [{ n_ordem: 10, descricao: 'Pregar', centro_trabalho_id: centre.id, qMinutos: 3 }],
  })
  const entry = await api('POST', 'entrada', {
    fornecedor_id: await first('fornecedor', {}),
    tipo_entrada_saida_id: await first('tipo_entrada_saida', { tipo: 0, padrao: 0 }),
    entrada_mercadorias: [{ mercadoria_id: other, qCom: 50, vUnCom: 5 }],
  })
  await api('POST', `entrada/${entry.id}/finaliza`)
  return { box, board, other }
}

it('a substitute is written in the composition, with the product; its structure tells what it costs', async () => {
  known = await prepared()
  const { page } = session
  await page.goto(`${session.url}/ui/estoque/mercadoria/edit/${known.box}`)
  await page.locator('dialog input').first().waitFor()
  await settled(page)
  await page.getByRole('tab', { name: /^Composição/ }).click()
  await page.getByRole('gridcell', { name: /Tábua de cedro/ }).click()
  await keys.press('Enter')
  await page.getByText('Substitutos de Tábua de cedro').waitFor()
  await page
    .getByRole('dialog', { name: 'Substitutos de Tábua de cedro' })
    .getByRole('button', { name: /^Adicionar/ })
    .click()
  await keys.type('imbuia')
  await keys.pick()
  await expectPresentable(page, 'composicao-substitutos')
  await keys.press('F10')
  await page.getByRole('gridcell', { name: /Tábua de imbuia/ }).waitFor()
  await keys.press('Control+s')
  await page.getByRole('button', { name: /Salvar sem preço/ }).click()
  const saved = async () =>
    (await apiAt(session)('GET', `mercadoria/${known.box}`)).mercadoria_insumos[0].substitutos.map(
      (one: { mercadoria_id: number }) => one.mercadoria_id,
    )
  await expect.poll(saved).toEqual([known.other])
  // The form leaves by itself once its save was answered.
  await page.locator('dialog').first().waitFor({ state: 'detached' })
  await page.goto(`${session.url}/ui/estoque/mercadoria/edit/${known.box}`)
  await page.getByRole('tab', { name: /^Composição/ }).click()
  await page.getByRole('button', { name: 'Estrutura e custo' }).click()
  await page.getByText('Custo pela estrutura').waitFor()
  await page.getByText('Nenhum produto usa este.').waitFor()
  await expectPresentable(page, 'estrutura-custo')
  await page.getByRole('button', { name: 'Recalcular custos' }).click()
  await page.getByText('Custos que mudam').first().waitFor()
  await page.getByRole('cell', { name: 'Caixa de cedro' }).waitFor()
  await expectPresentable(page, 'custos-que-mudam')
  await page.getByRole('button', { name: 'Gravar os custos' }).click()
  await keys.text(/custos? recalculados?\./)
})

it('a sale brings its customer and what is left to make; what lacks is replaced, and the order begins', async () => {
  const { page } = session
  const api = apiAt(session)
  const sale = await api('POST', 'venda', {
    cliente_id: await first('cliente', {}),
    tipo_entrada_saida_id: await first('tipo_entrada_saida', { tipo: 1, padrao: 1 }),
    venda_mercadorias: [{ mercadoria_id: known.box, qTrib: 5, vUnTrib: 40 }],
  })
  await api('POST', `venda/${sale.id}/fecha`, { confirmaSemEstoque: true })
  const dues = [{ dVencimento: '2026-12-30', vDup: 200 }]
  await api('PUT', `venda/${sale.id}`, { venda_duplicatas: dues })
  await api('POST', `venda/${sale.id}/fatura`)
  await page.goto(`${session.url}/ui/${ORDERS}/edit/new`)
  await page.getByRole('combobox', { name: 'Venda' }).fill(String(sale.id))
  await keys.pick()
  await page.getByRole('gridcell', { name: 'Caixa de cedro' }).waitFor()
  await keys.press('Control+s')
  await keys.chip('Aberta')
  const id = Number(/edit\/(\d+)/.exec(page.url())?.[1])
  const order = await api('GET', `${ORDERS}/${id}`)
  expect(order).toMatchObject({ venda_id: sale.id, cliente_id: sale.cliente_id, tipo: 1 })
  const [goods] = order.ordem_producao_mercadoria_list
  expect(goods).toMatchObject({ mercadoria_id: known.box, qTrib: 5, venda_mercadoria_id: sale.venda_mercadorias[0].id })

  await page.goto(`${session.url}/ui/${ORDERS}/edit/${id}/ordem_producao_mercadoria/${goods.id}`)
  await page.locator('.chip', { hasText: 'Falta' }).waitFor()
  await page.getByRole('button', { name: 'Substituir' }).click()
  await page.getByText('Substituir Tábua de cedro').waitFor()
  await expectPresentable(page, 'substituir-insumo')
  await keys.press('Control+Enter')
  await page.getByText('Tábua de imbuia (substituto)').waitFor()
  await expectPresentable(page, 'insumo-substituido')
  await api('POST', `${ORDERS}/${id}/inicia`)

  await api('POST', 'cadastros/colaborador', { xNome: 'Dora do chão', cracha: 'OP-7001' })
  await page.goto(`${session.url}/ui/${ORDERS}/edit/${id}/chao`)
  await page.getByText('10 · Pregar').first().waitFor()
  await keys.type('OP-7001')
  await keys.press('Enter')
  await page.getByText('Dora do chão').waitFor()
  await page.getByRole('button', { name: '1 · Iniciar' }).click()
  await page.getByText(/^Em andamento/).waitFor()
  await expectPresentable(page, 'chao-cracha')
  const { data } = await api('GET', 'producao/op_mercadoria_atividade?orderBy=id&sortedBy=desc&perPage=1')
  expect(data[0]).toMatchObject({ user_id: null, colaborador: { xNome: 'Dora do chão' } })
})

it('an order whose save fails is shown as it is now; what was typed stays, with what is wrong', async () => {
  const { page } = session
  const api = apiAt(session)
  const { id } = await api('POST', ORDERS, { ordem_producao_mercadoria_list: [{ mercadoria_id: known.box, qTrib: 2 }] })
  await page.goto(`${session.url}/ui/${ORDERS}/edit/${id}`)
  await keys.chip('Aberta')
  await settled(page)
  await keys.type('10122026')
  await keys.press('Tab')
  await keys.type('09122026')
  const again = page.waitForResponse(
    (one) => one.url().endsWith(`/${ORDERS}/${id}`) && one.request().method() === 'GET',
  )
  await keys.press('Control+s')
  await again
  await page.getByText('O fim previsto é anterior ao início.').first().waitFor()
  const typed = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('dialog input')].some((one) => Reflect.get(one, 'value') === '09/12/2026'),
    )
  await expect.poll(typed).toBe(true)
})
