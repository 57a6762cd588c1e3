import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable } from '../../../fixtures/look'

/** A production order from its start to stock: begun, worked at on the shop floor, finished in two parts. */

const session = browserTest()
const keys = new Keyboard(session)

/** An order of ten of a product that draws one other and has a step. */
const prepared = (): Promise<number> =>
  session.page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const send = async (method: string, path: string, body: object = {}) => {
      const answer = await fetch(`/api/${path}`, { method, headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer.json()
    }
    const first = async (path: string) => (await (await fetch(`/api/${path}`)).json()).data[0].id
    await send('POST', 'tipo_entrada_saida', {
      descricao: 'Produção própria',
      tipo: 0,
      padrao: 2,
      gera_financeiro: 'NAO_GERA',
    })
    const centre = await send('POST', 'producao/centro_trabalho', { descricao: 'Bancada', vHora: 60 })
    await send('POST', 'producao/atividade', { descricao: 'Falta de material', produtiva: false })
    const drawn = await send('POST', 'mercadoria', { xProd: 'Tábua de pinho', codigo: 'TAB-1' })
    const made = await send('POST', 'mercadoria', {
      xProd: 'Caixote',
      codigo: 'CXT-1',
      mercadoria_insumos: [{ mercadoria_insumo_id: drawn.id, quantidade: 2 }],
      mercadoria_etapas_producao: [{ n_ordem: 10, descricao: 'Pregar', centro_trabalho_id: centre.id, qMinutos: 3 }],
    })
    const entry = await send('POST', 'entrada', {
      fornecedor_id: await first('fornecedor?perPage=1'),
      tipo_entrada_saida_id: await first(`tipo_entrada_saida?where=${encodeURIComponent('{"tipo":0}')}`),
      entrada_mercadorias: [{ mercadoria_id: drawn.id, qCom: 50, vUnCom: 5 }],
    })
    await send('POST', `entrada/${entry.id}/finaliza`)
    const order = await send('POST', 'producao/ordem_producao', {
      ordem_producao_mercadoria_list: [{ mercadoria_id: made.id, qTrib: 10 }],
    })
    return order.id
  })

it('is begun, its step is worked at, and it is finished in parts', async () => {
  const { page } = session
  const id = await prepared()
  const form = `/ui/producao/ordem_producao/edit/${id}`
  await page.goto(`${session.url}${form}`)
  await keys.chip('Aberta')
  await page.getByRole('button', { name: 'Iniciar', exact: true }).click()
  await page.getByText('Reserva 20 de Tábua de pinho.').waitFor()
  await keys.press('Control+Enter')
  await keys.chip('Em produção')
  await expectPresentable(page, 'ordem-iniciada')

  await page.goto(`${session.url}${form}/chao`)
  await page.getByText('10 · Pregar').first().waitFor()
  await page.getByRole('button', { name: '1 · Iniciar' }).click()
  await page.getByRole('button', { name: '3 · Boa/refugo' }).click()
  await page.getByLabel('Boa', { exact: true }).fill('4')
  await keys.press('Control+Enter')
  await page.getByText('Em andamento · 4 boas, 0 de refugo').waitFor()
  await page.getByRole('button', { name: '2 · Pausar' }).click()
  await page.getByRole('combobox', { name: 'Motivo da parada' }).fill('Falta')
  await page.getByRole('option', { name: 'Falta de material' }).click()
  await keys.press('Control+Enter')
  await page.getByText('Pausada · 4 boas').waitFor()
  await expectPresentable(page, 'chao-de-fabrica')
  await page.getByRole('button', { name: '1 · Retomar' }).click()
  await page.getByRole('button', { name: '4 · Concluir' }).click()
  await page.getByLabel('Boa', { exact: true }).fill('6')
  await keys.press('Control+Enter')
  await page.getByText('Concluída · 10 boas').waitFor()

  await page.goto(`${session.url}${form}`)
  await keys.chip('Em produção')
  await keys.press('F10')
  await page.getByText('Caixote · faltam 10').waitFor()
  await expectPresentable(page, 'ordem-finalizar')
  await page.getByLabel('Boa', { exact: false }).fill('4')
  await keys.press('Control+Enter')
  await keys.text(/Parte finalizada: entrada \d+ no estoque\./)
  await keys.press('F10')
  await page.getByText('Caixote · faltam 6').waitFor()
  await keys.press('Control+Enter')
  await keys.text(/Ordem de produção finalizada: entrada \d+ no estoque\./)
  await keys.chip('Finalizada')

  const [goods] = await page.evaluate(
    async (order) =>
      (await (await fetch(`/api/producao/ordem_producao/${order}`)).json()).ordem_producao_mercadoria_list,
    id,
  )
  await page.goto(`${session.url}${form}/ordem_producao_mercadoria/${goods.id}`)
  await page.getByText('Tábua de pinho').waitFor()
  await page.getByRole('cell', { name: 'Uma boa' }).waitFor()
  await page.getByRole('button', { name: 'Gerar etiquetas' }).click()
  await page.getByLabel('Quantidade').fill('5')
  await page.getByRole('textbox', { name: 'Volumes' }).fill('2')
  await keys.press('Control+Enter')
  await page.getByText('2 volumes de 5').waitFor()
  await expectPresentable(page, 'ordem-mercadoria')
  expect(Number(goods.qProduzida)).toBe(10)
})
