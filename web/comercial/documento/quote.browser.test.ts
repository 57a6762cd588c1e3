import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable } from '../../../fixtures/look'

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
  await open({})
  await page.getByRole('button', { name: 'Mais', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Marcar como perdido' }).click()
  await page.getByRole('textbox', { name: 'Motivo da perda' }).fill('Prazo de entrega')
  await keys.press('Control+Enter')
  await keys.chip('Perdido')
  await keys.text('Perdido: Prazo de entrega')
  await page.getByRole('button', { name: 'Reabrir' }).click()
  await keys.chip('Aberto')
})
