import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../fixtures/browser-session'
import { expectPresentable, settled } from '../../fixtures/look'

/** The morning of who pays: three payables settled at once from the list, one of them looked at, and the payment taken back; all by keyboard. */

const session = browserTest()

/** Three payables of one supplier, of the same day and description. */
async function payables(): Promise<void> {
  await session.page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const send = async (path: string, body: object) => {
      const answer = await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer.json()
    }
    const { id } = await send('fornecedor', { xNome: 'Energia da Manhã' })
    for (const n of [1, 2, 3])
      await send('contas_pagar', {
        fornecedor_id: id,
        numero: `MANHA-${n}`,
        descricao: 'Conta de energia',
        vConta: `${n}00.00`,
        dEmissao: '2026-11-01',
        dVencimento: '2026-11-20',
      })
  })
}

/** What is in all accounts of the company together. */
const inCash = (): Promise<number> =>
  session.page.evaluate(async () => {
    const { data } = await (await fetch('/api/banco?perPage=100')).json()
    return data.reduce((sum: number, one: { vSaldo: number }) => sum + Math.round(one.vSaldo * 100), 0) / 100
  })

it('settles three payables at once, and takes them back from one of them', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/financeiro/contas_pagar`)
  await settled(page)
  await payables()
  const before = await inCash()
  await page.goto(`${url}/ui/financeiro/contas_pagar`)
  await settled(page)
  await page.getByRole('row', { name: /MANHA-1/ }).waitFor()
  await expectPresentable(page, 'contas-pagar')
  await keys.press('/')
  await page.keyboard.type('MANHA')
  await page.getByText('3 registros', { exact: true }).waitFor()
  await page.getByRole('grid').focus()
  await keys.press('Control+a')
  await page.getByText('3 selecionadas', { exact: true }).waitFor()
  await keys.press('.')
  await page.getByRole('menuitem', { name: 'Dar baixa' }).focus()
  await keys.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Baixa de 3 contas' })
  await dialog.waitFor()
  await dialog.getByText('R$ 600,00').waitFor()
  await expectPresentable(page, 'contas-baixa')
  await keys.press('F10')
  await keys.text('3 contas baixadas.')
  expect(await inCash()).toBe(before - 600)

  await page.getByRole('row', { name: /MANHA-2/ }).dblclick()
  await page.waitForURL(/contas_pagar\/edit\//)
  await settled(page)
  await page.getByRole('button', { name: 'Mais', exact: true }).focus()
  await keys.press('Enter')
  await expectPresentable(page, 'conta-pagar')
  await page.getByRole('menuitem', { name: 'Estornar o último movimento' }).focus()
  await keys.press('Enter')
  await page.getByRole('alertdialog', { name: /^Estornar/ }).waitFor()
  await page.getByRole('button', { name: 'Estornar', exact: true }).focus()
  await keys.press('Enter')
  await expect.poll(inCash).toBe(before)
  expect(session.errors).toEqual([])
})
