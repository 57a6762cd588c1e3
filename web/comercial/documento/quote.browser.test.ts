import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable } from '../../../fixtures/look'
import { tableToOrder, tabTo } from './made-to-order.fixture'

/** A quote's last day, and its loss. */

const session = browserTest()
const keys = new Keyboard(session)
const question = () => session.page.getByRole('alertdialog')

async function open(values: object): Promise<number> {
  const id = await session.page.evaluate(async (given) => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const first = async (path: string) => (await (await fetch(`/api/${path}`)).json()).data[0].id
    const body = JSON.stringify({
      cliente_id: await first('cliente?perPage=1'),
      tipo_entrada_saida_id: await first('tipo_entrada_saida?search=venda'),
      orcamento_mercadorias: [{ mercadoria_id: await first('mercadoria?perPage=1'), qTrib: 1, vUnTrib: 99_999 }],
      ...given,
    })
    return (await (await fetch('/api/orcamento', { method: 'POST', headers, body })).json()).id
  }, values)
  await session.page.goto(`${session.url}/ui/comercial/orcamento/edit/${id}`)
  await keys.chip('Aberto')
  return id
}

it('an expired quote says so, and is sold from only after a yes that Enter alone is not', async () => {
  const { page } = session
  await open({ dValidade: '2020-01-31', xContato: 'Ana, compras' })
  await keys.text('Este orçamento valia até 31/01/2020.')
  await page.getByRole('list', { name: 'Caminho do documento' }).getByText('Faturado').waitFor()
  await expectPresentable(page, 'orcamento-vencido')
  await keys.press('F10')
  await question().getByText('Vender pelo orçamento vencido?').waitFor()
  await keys.press('Enter')
  expect(await question().count()).toBe(1)
  await keys.press('Control+Enter')
  await keys.text(/a venda nº \d+ foi gerada/)
})

it('a lost quote keeps why, and is opened again', async () => {
  const { page } = session
  await page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const body = JSON.stringify({ descricao: 'Prazo de entrega' })
    await fetch('/api/comercial/motivo_perda', { method: 'POST', headers, body })
  })
  await open({})
  await page.getByRole('button', { name: 'Mais', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Marcar como perdido' }).click()
  await page.getByRole('button', { name: 'Prazo de entrega' }).click()
  await keys.press('Control+Enter')
  await keys.chip('Perdido')
  await keys.text('Perdido: Prazo de entrega')
  await page.getByRole('button', { name: 'Reabrir' }).click()
  await keys.chip('Aberto')
})

/** Counts what is pressed. */
class Counted extends Keyboard {
  pressed = 0

  override async press(...names: readonly string[]): Promise<void> {
    this.pressed += names.length
    await super.press(...names)
  }

  override async type(text: string): Promise<void> {
    this.pressed += text.length
    await super.type(text)
  }
}

it('a quote of ten lines with its instalments is written in at most 84 keys', async () => {
  const { page, url } = session
  const hands = new Counted(session)
  const codes: readonly string[] = await page.evaluate(async () => {
    const { data } = await (await fetch('/api/mercadoria?perPage=400&orderBy=id&sortedBy=asc')).json()
    return data.filter((one: { q_disp: number }) => one.q_disp > 5).map((one: { codigo: string }) => one.codigo)
  })
  await page.goto(`${url}/ui/comercial/orcamento`)
  await page.waitForSelector('[role="row"][aria-rowindex="2"]')
  await hands.press('n')
  await page.waitForSelector('dialog input:focus')
  await hands.type('a')
  await hands.pick()
  await hands.press('F2')
  for (const code of codes.slice(0, 10)) {
    await hands.type(code)
    await hands.press('Enter')
  }
  const rows = page.getByRole('grid', { name: 'Mercadorias' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(11)
  await hands.press('F3')
  await hands.type('30/60/90')
  await hands.press('Tab')
  await hands.type('b')
  await hands.pick()
  await hands.text('As parcelas somam o total')
  await hands.press('Control+s')
  await hands.text('Orçamento salvo com sucesso.')
  expect(hands.pressed).toBeLessThanOrEqual(84)
})

it('a made-to-order line is chosen by keyboard alone, sold and ordered from production', async () => {
  const { page, url } = session
  const code = await tableToOrder(page)
  const plain: string = await page.evaluate(async () => {
    const { data } = await (await fetch('/api/mercadoria?perPage=400&orderBy=id&sortedBy=asc')).json()
    return data.find((one: { q_disp: number }) => one.q_disp > 5).codigo
  })
  await page.goto(`${url}/ui/comercial/orcamento`)
  await page.waitForSelector('[role="row"][aria-rowindex="2"]')
  await keys.press('n')
  await page.waitForSelector('dialog input:focus')
  await keys.type('a')
  await keys.pick()
  await keys.press('F2')
  // The next scan is not swallowed: what has to be chosen is marked, and asked when it is saved.
  for (const one of [code, plain]) {
    await keys.type(one)
    await keys.press('Enter')
  }
  const grid = page.getByRole('grid', { name: 'Mercadorias' })
  await expect.poll(() => grid.getByRole('row').count()).toBe(3)
  await grid.locator('.chip', { hasText: 'a escolher' }).waitFor()
  await keys.press('Control+s')
  await question().getByText('Mesa sob medida: a escolher, Cor da mesa').waitFor()
  await keys.press('Escape')
  await tabTo(page, '.lines, .lines *')
  await keys.press('ArrowUp', 'ArrowUp', 'Home', 'ArrowRight', 'Enter')
  await page.locator('section[aria-label="Características"]').waitFor()
  await tabTo(page, 'fieldset[data-group="Cor da mesa"] input')
  await keys.press('Space')
  await tabTo(page, 'fieldset[data-group="Acabamento"] input')
  await keys.press('Space')
  await page.locator('.amounts').getByText('535,50').first().waitFor()
  await expectPresentable(page, 'item-sob-medida')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectPresentable(page, 'item-sob-medida-390')
  await page.setViewportSize({ width: 1366, height: 768 })
  await keys.press('Control+s')
  await grid.getByText('Mesa sob medida · Azul, Verniz').waitFor()
  await keys.press('Control+s')
  await question().getByText('Mesa sob medida: sem estoque').waitFor()
  await keys.press('Control+Enter')
  await keys.text('Orçamento salvo com sucesso.')
  await grid.getByText('Mesa sob medida · Azul, Verniz').waitFor()
  expect(await grid.locator('.chip', { hasText: 'a escolher' }).count()).toBe(0)
  await page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const { data } = await (await fetch('/api/empresa?perPage=50')).json()
    for (const { id } of data)
      await fetch(`/api/empresa/${id}`, { method: 'PUT', headers, body: JSON.stringify({ gera_op_orcamento: 2 }) })
  })
  await keys.press('F10')
  await question().getByText('Gerar a ordem de produção?').waitFor()
  await expectPresentable(page, 'orcamento-pergunta-producao')
  await keys.press('Escape')
  await expect.poll(() => question().count()).toBe(0)
  await keys.chip('Aberto')
  await keys.press('F10')
  await question().getByRole('button', { name: 'Só a venda' }).press('Enter')
  await keys.text(/a venda nº \d+ foi gerada/)
  const made = await page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest' }
    const [sale] = (await (await fetch('/api/venda?orderBy=id&sortedBy=desc&perPage=1', { headers })).json()).data
    return { id: sale.id, whole: await (await fetch(`/api/venda/${sale.id}`, { headers })).json() }
  })
  expect(made.whole.venda_mercadorias[0]).toMatchObject({
    vUnTrib: 535.5,
    vAcrescimo: 35.5,
    crt_list: [{ xCaracteristica: 'Azul', insumo_list: [{ quantidade: 2 }] }, { xCaracteristica: 'Verniz' }],
  })
  await page.goto(`${url}/ui/comercial/venda/edit/${made.id}`)
  await keys.chip('Aberta')
  await page.getByRole('button', { name: 'Mais', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Gerar ordem de produção' }).press('Enter')
  await keys.text(/Ordem de produção nº \d+ gerada\./)
  await page.waitForURL(/\/ui\/producao\/ordem_producao\/edit\/\d+/)
})
