import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'

/** The cash of the days to come: the lowest day is told, a title is moved by keys and by hand, and the due date stays. */

const session = browserTest()

/** A payable so large that the balance goes below zero on its day, and a receivable that brings it back the day after. Answers the payable and its day. */
const payable = (): Promise<{ id: number; dia: string }> =>
  session.page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const send = async (path: string, body: object) => {
      const answer = await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer.json()
    }
    const { hoje } = await (await fetch('/api/financeiro/caixa_lancamento/projecao')).json()
    // The first Wednesday after a week.
    const day = new Date(`${hoje}T12:00:00Z`)
    do day.setUTCDate(day.getUTCDate() + 1)
    while (day.getUTCDay() !== 3 || day.getTime() - Date.parse(`${hoje}T12:00:00Z`) < 7 * 86_400_000)
    const dia = day.toISOString().slice(0, 10)
    const { id: fornecedor_id } = await send('fornecedor', { xNome: 'Máquinas Grandes' })
    const { id } = await send('contas_pagar', {
      fornecedor_id,
      numero: 'GRANDE',
      vConta: '90000000.00',
      dEmissao: hoje,
      dVencimento: dia,
    })
    const { id: cliente_id } = await send('cliente', { xNome: 'Comprador de Máquinas' })
    day.setUTCDate(day.getUTCDate() + 1)
    const dVencimento = day.toISOString().slice(0, 10)
    await send('contas_receber', { cliente_id, vConta: '95000000.00', dEmissao: hoje, dVencimento })
    return { id, dia }
  })

const read = (id: number): Promise<{ dVencimento: string; dPrevisao: string | null }> =>
  session.page.evaluate(async (one) => (await fetch(`/api/contas_pagar/${one}`)).json(), id)
const lowest = (): Promise<string> => session.page.locator('.figure', { hasText: 'Menor saldo' }).innerText()
const text = (date: string): string => date.split('-').toReversed().join('/')

it('tells the lowest day, and moves a title by keys and by hand', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/financeiro/fluxo_caixa/projecao`)
  await settled(page)
  const { id, dia } = await payable()
  await page.reload()
  await page.locator('.time-plot canvas').waitFor()
  expect(await lowest()).toContain(text(dia))
  expect(await lowest()).toContain('-R$')
  await expectPresentable(page, 'projecao-caixa')
  // What is overdue is beside the curve and opens, until a scenario takes it into the curve.
  const overdue = page.getByRole('button', { name: /A receber em atraso/ })
  await overdue.click()
  await page.getByRole('heading', { name: 'Atrasadas, fora da curva' }).waitFor()
  await page.getByLabel('Cenário').selectOption({ label: 'Atrasadas entram hoje' })
  await page.locator('.figure', { hasText: 'A receber em atraso' }).getByText('conta no primeiro dia útil').waitFor()
  expect(await overdue.count()).toBe(0)
  await page.getByRole('heading', { name: /^Esperado em/ }).waitFor()
  await page.getByLabel('Cenário').selectOption({ label: 'Cada um no vencimento' })
  await overdue.waitFor()

  // By keys: the day of the lowest balance, the title's button, a week later.
  await page.locator('.figure', { hasText: 'Menor saldo' }).focus()
  await keys.press('Enter')
  const row = page.getByRole('row', { name: /GRANDE/ })
  await row.getByRole('button', { name: 'Mover' }).focus()
  await keys.press('Enter')
  await page.getByRole('region', { name: 'Mover a previsão' }).getByRole('button', { name: '+7 dias' }).focus()
  await keys.press('Enter')
  const week = await page.evaluate((from) => {
    const day = new Date(`${from}T12:00:00Z`)
    day.setUTCDate(day.getUTCDate() + 7)
    return day.toISOString().slice(0, 10)
  }, dia)
  await expect.poll(lowest).not.toContain(text(dia))
  await page
    .getByRole('status')
    .getByText(/^Menor saldo: -R\$/)
    .waitFor()
  await expectPresentable(page, 'projecao-mover')
  await page.getByRole('button', { name: 'Salvar a previsão' }).focus()
  await keys.press('Enter')
  await keys.text(/O vencimento não mudou\./)
  expect(await read(id)).toMatchObject({ dVencimento: dia, dPrevisao: week })

  // By hand: dragged over the chart the curve moves, let go it is saved.
  await row.waitFor({ state: 'detached' })
  for (let at = 0; at < 7; at++) await page.getByRole('button', { name: 'Próximo dia' }).click()
  await row.waitFor()
  const over = page.locator('.time-plot .u-over')
  const box = await over.boundingBox()
  if (box === null) throw new Error('The chart has no box.')
  await row.dragTo(over, { targetPosition: { x: Math.round(box.width * 0.9), y: 40 } })
  await expect.poll(async () => (await read(id)).dPrevisao).not.toBe(week)
  const moved = await read(id)
  expect(moved.dVencimento).toBe(dia)
  expect(String(moved.dPrevisao) > week).toBe(true)
  expect(session.errors).toEqual([])
})
