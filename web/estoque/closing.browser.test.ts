import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../fixtures/browser-session'
import { expectPresentable } from '../../fixtures/look'

const session = browserTest()
const keys = new Keyboard(session)
const PATH = '/ui/estoque/mercadoria_fechamento'
const COUNTS = '/api/estoque/mercadoria_inventario'

async function post(path: string, data: object): Promise<{ readonly id: number }> {
  const { page, url } = session
  const answer = await page.request.post(`${url}${path}`, { data, headers: { 'X-Requested-With': 'XMLHttpRequest' } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

it('the stock is closed on a day, a wrong cost is told on its line, and finalised it stays', async () => {
  const { page, url } = session
  await page.goto(`${url}${PATH}/edit/new`)
  const day = page.getByRole('textbox', { name: 'Dia' })
  await day.waitFor()
  await day.fill(new Date().toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' }))
  await keys.press('Control+Enter')
  await keys.text('Fechamento aberto.')
  await page.waitForURL(/mercadoria_fechamento\/edit\/\d+$/)
  await expectPresentable(page, 'fechamento-estoque')
  await page.getByRole('link', { name: 'O saldo de cada mercadoria no dia' }).click()
  await keys.screen(`${PATH}_item`)
  await page.locator('.table .row, .table [role="row"]').nth(1).waitFor()
  await expectPresentable(page, 'fechamento-estoque-linhas')
  await page.getByRole('row').nth(1).click()
  const cost = page.getByRole('textbox', { name: 'Custo informado' })
  await cost.fill('12,5')
  await keys.press('Control+Enter')
  await page.getByRole('gridcell', { name: '12,5' }).first().waitFor()

  // What is being counted on that day is not settled.
  const { data } = await (await page.request.get(`${url}/api/estoque/mercadoria_armazenamento?perPage=1`)).json()
  const count = await post(COUNTS, { mercadoria_id: data[0].mercadoria_id })
  const finish = page.getByRole('button', { name: /^Finalizar/ })
  const opened = async (state: string) => {
    await page.goto(`${url}${PATH}`)
    await page.getByRole('row').nth(1).click()
    await keys.chip(state)
  }
  const finished = async () => {
    await opened('Aberto')
    await page.getByRole('button', { name: /^Finalizar/, disabled: false }).waitFor()
    await keys.press('F10')
  }
  await finished()
  await keys.text(new RegExp(`^O estoque não pode ser fechado em .*Em contagem: inventário nº ${count.id}\\.$`))
  expect(await day.isEditable()).toBe(true)

  await post(`${COUNTS}/${count.id}/cancela`, { xJustCancelamento: 'Não era dia de contar' })
  await finished()
  await page.getByRole('alertdialog', { name: /^Finalizar/ }).waitFor()
  await expectPresentable(page, 'fechamento-estoque-finaliza')
  await keys.press('Enter')
  await keys.text('Fechamento finalizado.')
  await opened('Finalizado')
  await expectPresentable(page, 'fechamento-estoque-finalizado')
  expect(await day.isEditable()).toBe(false)
  expect(await finish.getAttribute('aria-disabled')).toBe('true')
  expect(session.errors).toEqual([])
})
