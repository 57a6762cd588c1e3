import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../fixtures/browser-session'
import { expectPresentable, settled } from '../../fixtures/look'

/** Documents that take goods out, by keyboard and scanner: another output, a consumption of material, a return to the supplier. */

const session = browserTest()

/** A product with ten pieces, whose bar code is scanned, and how much of it there is. */
async function goods(): Promise<{ id: number; cEAN: string; entry: number }> {
  return session.page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const send = async (path: string, body: object = {}) => {
      const answer = await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer.json()
    }
    const all = async (path: string) => (await (await fetch(`/api/${path}`)).json()).data
    const cEAN = '7891000315507'
    const product = await send('mercadoria', { xProd: 'Graxa azul', cEAN })
    const [operation] = await all('tipo_entrada_saida?where={"tipo":0,"movimenta_estoque":true,"ativo":true}')
    const [supplier] = await all('fornecedor?perPage=1')
    const entry = await send('entrada', {
      fornecedor_id: supplier.id,
      tipo_entrada_saida_id: operation.id,
      entrada_mercadorias: [{ mercadoria_id: product.id, qCom: 10, vUnCom: 5 }],
    })
    await send(`entrada/${entry.id}/finaliza`)
    await send('colaborador', { xNome: 'Joana da Manutenção' })
    return { id: product.id, cEAN, entry: entry.id }
  })
}

const stockOf = async (id: number): Promise<readonly [number, number]> =>
  session.page.evaluate(async (of) => {
    const { q_total, q_disp } = await (await fetch(`/api/mercadoria/${of}`)).json()
    return [q_total, q_disp] as const
  }, id)

/** Five of a product go back, in the return that has it. */
const lessGoesBack = async (id: number): Promise<void> =>
  session.page.evaluate(async (of) => {
    const path = '/api/estoque/devolucao_mercadoria'
    const [line] = (await (await fetch(`${path}?where={"mercadoria_id":${of}}`)).json()).data
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    await fetch(`${path}/${line.id}`, { method: 'PUT', headers, body: JSON.stringify({ qTrib: 5 }) })
  }, id)

/** Scans a product into the open document, and waits for its line. */
async function scans(keys: Keyboard, code: string): Promise<void> {
  await keys.press('F2')
  await keys.type(code)
  await keys.press('Enter')
  await session.page.getByRole('gridcell', { name: 'Graxa azul' }).first().waitFor()
}

it('an output goes to a colleague, a consumption is reserved, an entry goes back in part: by keyboard and scanner', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  const { id, cEAN, entry } = await goods()

  await page.goto(`${url}/ui/estoque/saidas/edit/new`)
  await settled(page)
  await page.getByLabel('Destinatário').selectOption({ label: 'Colaborador' })
  await page.getByRole('combobox', { name: 'Colaborador obrigatório' }).focus()
  await keys.type('Joana')
  await keys.pick()
  await scans(keys, `3*${cEAN}`)
  await expectPresentable(page, 'saida-nova')
  await keys.press('F10')
  const dialog = page.getByRole('alertdialog', { name: /^Finalizar/ })
  await dialog.waitFor()
  expect(await dialog.textContent()).toContain('Sai do estoque: 3')
  await keys.press('Enter')
  await keys.text('Saída finalizada.')
  await keys.chip('Finalizada')
  expect(await stockOf(id)).toEqual([7, 7])
  await expectPresentable(page, 'saida-finalizada')

  await page.goto(`${url}/ui/estoque/consumos/edit/new`)
  await settled(page)
  await scans(keys, cEAN)
  await expectPresentable(page, 'consumo-novo')
  await keys.press('Control+s')
  await keys.text('Consumo salvo com sucesso.')
  await page.getByRole('button', { name: 'Separar', exact: true }).focus()
  await keys.press('Enter')
  await keys.text('Consumo separado: as mercadorias estão reservadas.')
  await keys.chip('Separado')
  expect(await stockOf(id)).toEqual([7, 6])
  const consumption = page.url()
  await page.goto(`${url}/ui/estoque/mercadoria/edit/${id}?tab=3`)
  await page.getByRole('link', { name: /^Saída \d+$/ }).waitFor()
  await page.getByRole('columnheader', { name: 'Reservado' }).waitFor()
  await expectPresentable(page, 'mercadoria-reservada')
  await page.getByRole('button', { name: 'Transferir' }).press('Enter')
  await page.getByText('Há 7, 1 em reserva').waitFor()
  expect(
    await page
      .getByRole('dialog', { name: /^Transferir/ })
      .getByLabel('Quantidade')
      .inputValue(),
  ).toBe('6')
  await page.goto(consumption)
  await keys.chip('Separado')
  await page.getByRole('button', { name: 'Mais', exact: true }).focus()
  await keys.press('Enter')
  await page.getByRole('menuitem', { name: 'Cancelar o consumo' }).focus()
  await keys.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar o consumo' }).focus()
  await keys.press('Enter')
  await keys.text('Consumo cancelado.')
  expect(await stockOf(id)).toEqual([7, 7])

  await page.goto(`${url}/ui/estoque/entrada/edit/${entry}`)
  await settled(page)
  await keys.chip('Finalizada')
  await page.getByRole('button', { name: 'Mais', exact: true }).focus()
  await keys.press('Enter')
  await page.getByRole('menuitem', { name: 'Devolver ao fornecedor' }).focus()
  await keys.press('Enter')
  await page.waitForURL(/estoque\/devolucao\/edit\/new/)
  await settled(page)
  await page.getByRole('gridcell', { name: 'Graxa azul' }).first().waitFor()
  await page.getByRole('button', { name: 'Devolver tudo' }).focus()
  await keys.press('Enter')
  await expectPresentable(page, 'devolucao-compra-nova')
  await keys.press('Control+s')
  await keys.text('Devolução salva com sucesso.')
  // Three pieces have left since: what is not there does not go back.
  await page.getByRole('button', { name: 'Separar', exact: true }).focus()
  await keys.press('Enter')
  await keys.text('Estoque insuficiente: Graxa azul (faltam 3).')
  await lessGoesBack(id)
  await page.reload()
  await settled(page)
  await page.getByRole('button', { name: 'Separar', exact: true }).focus()
  await keys.press('Enter')
  await keys.text('Devolução separada: as mercadorias estão reservadas.')
  expect(await stockOf(id)).toEqual([7, 2])
  await keys.press('F10')
  await page.getByRole('alertdialog', { name: /^Finalizar/ }).waitFor()
  await keys.press('Enter')
  await keys.text('Devolução finalizada.')
  expect(await stockOf(id)).toEqual([2, 2])
  await expectPresentable(page, 'devolucao-compra-finalizada')

  for (const path of ['saidas', 'consumos', 'devolucao']) {
    await page.goto(`${url}/ui/estoque/${path}`)
    await settled(page)
    await expectPresentable(page, `lista-${path}`)
  }
  expect(session.errors).toEqual([])
})
