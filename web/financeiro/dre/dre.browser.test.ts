import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'

/** The result, from its table to the rows of a figure and the title behind one; and a transfer, which has a screen of its own. */

const session = browserTest()

const calls = <T>(work: (send: (path: string, body: object) => Promise<{ id: number }>) => Promise<T>): Promise<T> =>
  session.page.evaluate(async (text) => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const send = async (path: string, body: object) => {
      const answer = await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer.json()
    }
    return new Function('send', `return (${text})(send)`)(send)
  }, String(work))

it('opens any figure down to its title', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/financeiro/dre`)
  await settled(page)
  await calls(async (send) => {
    const today = new Date().toISOString().slice(0, 10)
    const { id: plano_conta_id } = await send('financeiro/plano_contas', {
      codigo: '3.77',
      descricao: 'Luz da fábrica',
    })
    const { id: fornecedor_id } = await send('fornecedor', { xNome: 'Energia Medida' })
    for (const [n, vConta] of ['110.40', '20.00'].entries())
      await send('contas_pagar', {
        fornecedor_id,
        numero: `LUZ-${n}`,
        vConta,
        plano_conta_id,
        dEmissao: today,
        dVencimento: today,
      })
  })
  await page.reload()
  const line = page.getByRole('row', { name: /3\.77 Luz da fábrica/ })
  await line.waitFor()
  await expectPresentable(page, 'dre')
  await line.getByRole('button', { name: /total: -130,40/ }).focus()
  await keys.press('Enter')
  const dialog = page.getByRole('dialog', { name: /Luz da fábrica, todos os meses/ })
  await dialog.getByText('2 linhas, -R$ 130,40').waitFor()
  await expectPresentable(page, 'dre-linhas')
  await dialog.getByRole('link', { name: /LUZ-0/ }).focus()
  await keys.press('Enter')
  await page.waitForURL(/contas_pagar\/edit\/\d+/)
  await settled(page)
  expect(await page.locator('input[name="numero"]').inputValue()).toBe('LUZ-0')

  // An address may ask for what has no centre.
  await page.goto(`${url}/ui/financeiro/dre?centro_resultado_id=nenhum`)
  await line.waitFor()
  expect(await page.getByLabel('Só o que não tem centro').isChecked()).toBe(true)
  expect(await page.getByRole('combobox', { name: /^Centro de resultado/ }).inputValue()).toBe('')
})

it('makes a transfer at its own address, shows it as one thing and takes it back', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  const balance = (): Promise<number> =>
    page.evaluate(async () => {
      const { data } = await (await fetch('/api/banco?perPage=100')).json()
      return data.find((one: { descricao: string }) => one.descricao === 'Cofre medido')?.vSaldo
    })
  await calls((send) => send('financeiro/banco', { descricao: 'Cofre medido', vSaldoInicial: '500.00' }))
  await calls((send) => send('financeiro/banco', { descricao: 'Conta de destino' }))
  await page.goto(`${url}/ui/financeiro/fluxo_caixa/transferencia/new`)
  await settled(page)
  const form = page.getByRole('dialog', { name: 'Transferir entre contas' })
  await form.waitFor()
  expect(await form.getAttribute('data-screen')).toBe('/ui/financeiro/fluxo_caixa/transferencia/new')
  await expectPresentable(page, 'transferencia-nova')
  for (const [label, name] of [
    ['De', 'Cofre'],
    ['Para', 'Conta de dest'],
  ] as const) {
    await form.getByLabel(label, { exact: false }).first().fill(name)
    await page.getByRole('option', { name: new RegExp(name) }).click()
  }
  await form.getByLabel('Valor').fill('120,50')
  await keys.press('F10')
  await keys.text('Transferência lançada.')
  await expect.poll(balance).toBe(379.5)
  const id = await page.evaluate(async () => {
    const where = encodeURIComponent(JSON.stringify({ evento: 'transferencia' }))
    const { data } = await (
      await fetch(`/api/financeiro/caixa_lancamento?where=${where}&orderBy=id&sortedBy=desc`)
    ).json()
    return data[0].id
  })
  await page.goto(`${url}/ui/financeiro/fluxo_caixa/transferencia/${id}`)
  const shown = page.getByRole('dialog', { name: `Transferência ${id}` })
  await shown.getByText('Cofre medido').waitFor()
  await shown.getByText('Conta de destino').waitFor()
  await expectPresentable(page, 'transferencia')
  await shown.getByRole('button', { name: 'Estornar' }).focus()
  await keys.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Estornar' }).focus()
  await keys.press('Enter')
  await expect.poll(balance).toBe(500)
  await shown.getByText('Estornada', { exact: true }).waitFor()
  expect(session.errors).toEqual([])
})
