import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../fixtures/browser-session'
import { settled } from '../../fixtures/look'

/** What finance says when the server refuses, in the specification's words (document 3, section 8, M3-059 to M3-072), with what the server said below. */

const session = browserTest()
const keys = new Keyboard(session)
const SAID = 'O servidor disse por quê.'

/** Two open receivables of one customer; answers their numbers. */
async function receivables(): Promise<readonly number[]> {
  await session.page.goto(`${session.url}/ui/financeiro/contas_receber`)
  return session.page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const send = async (path: string, body: object) =>
      (await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    const { id } = await send('cliente', { xNome: 'Cliente recusado' })
    const title = { cliente_id: id, vConta: '10.00', dEmissao: '2026-11-01', dVencimento: '2099-11-10' }
    const made = [
      await send('contas_receber', { ...title, numero: 'RECUSA-1' }),
      await send('contas_receber', { ...title, numero: 'RECUSA-2' }),
    ]
    return made.map((one) => one.id)
  })
}

/** From now on the server refuses these calls. */
const refuse = (calls: RegExp) =>
  session.page.route(calls, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({
          status: 400,
          contentType: 'application/json',
          body: JSON.stringify({ code: 'no', message: SAID }),
        }),
  )

/** The title of what was told, with what the server said; it is taken away for the next. */
async function told(title: string): Promise<void> {
  const toast = session.page.locator('.toast', { hasText: title }).filter({ hasText: SAID }).first()
  await toast.waitFor()
  await toast.getByRole('button', { name: 'Dispensar aviso' }).click()
}

async function fromMenu(name: string): Promise<void> {
  await session.page.getByRole('button', { name: 'Mais', exact: true }).click()
  await session.page.getByRole('menuitem', { name }).click()
}

const agree = (name: string) => session.page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

it('each by its title: settling, cancelling, copying, saving, reversing, giving up, consolidating, importing', async () => {
  const { page, url } = session
  const [first] = await receivables()
  await refuse(/\/api\/(financeiro\/)?contas_receber/)
  await page.goto(`${url}/ui/financeiro/contas_receber/edit/${first}`)
  await settled(page)
  await keys.press('F10')
  await page.getByRole('dialog', { name: /^Baixa/ }).waitFor()
  // What delay costs is asked again before anything is posted, as often as it is not told.
  const posted: string[] = []
  page.on('request', (one) => void (one.url().endsWith('/baixa') && posted.push(one.url())))
  await told(SAID)
  await keys.press('F10')
  await told(SAID)
  expect(posted).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await refuse(/\/api\/(financeiro\/)?contas_receber(?!\/encargos)/)
  await keys.press('F10')
  await told('Não foi possível baixar esta conta')
  await keys.press('Escape')
  await fromMenu('Estornar o último movimento')
  await agree('Estornar')
  await told('Não foi possível estornar')
  await fromMenu('Duplicar')
  await told('Não foi possível duplicar esta conta')
  await fromMenu('Dar por perdida')
  await agree('Dar por perdida')
  await told('Não foi possível efetuar esta operação')
  await fromMenu('Cancelar a conta')
  await agree('Cancelar a conta')
  await told('Não foi possível cancelar')
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Outra descrição')
  await keys.press('Control+s')
  await told('Não foi possível salvar')

  await page.goto(`${url}/ui/financeiro/contas_receber`)
  await settled(page)
  await keys.press('/')
  await page.keyboard.type('RECUSA')
  await page.getByText('2 registros', { exact: true }).waitFor()
  await page.getByRole('grid').focus()
  await keys.press('Control+a')
  await keys.press('.')
  await page.getByRole('menuitem', { name: 'Consolidar em uma conta' }).click()
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await told('Erro ao realizar a consolidação')

  await page.goto(`${url}/ui/financeiro/contas_receber/importar`)
  const dialog = page.getByRole('dialog', { name: 'Importar contas a receber' })
  await dialog.waitFor()
  const text = 'cliente;numero;vencimento;valor\nCliente recusado;RECUSA-3;10/12/2099;1,00\n'
  const file = { name: 'contas.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await told('Não foi possível importar o arquivo')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await refuse(/geraContasLote/)
  await dialog.locator('input[type=file]').setInputFiles({ ...file, name: 'contas-2.csv' })
  await dialog.getByText('1 conta a gerar').waitFor()
  await keys.press('F10')
  await agree('Gerar')
  await told('Não foi possível gerar, verifique os dados.')
  expect(session.errors).toEqual([])
})

it('carrying a split to the later instalments', async () => {
  const { page, url } = session
  const id = await page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const send = async (path: string, body: object) =>
      (await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    const { id: fornecedor_id } = await send('fornecedor', { xNome: 'Fornecedor recusado' })
    const { id: centro_custo_id } = await send('centro_custo', { descricao: 'Centro da recusa' })
    const made = await send('contas_pagar', {
      fornecedor_id,
      vConta: '10.00',
      dEmissao: '2026-11-01',
      dVencimento: '2099-11-10',
      centro_custo_rateio_list: [{ centro_custo_id, vDist: '10.00' }],
    })
    await send(`contas_pagar/${made.id}/geraRecorrencia`, { qParcelas: 2 })
    return made.id
  })
  await refuse(/updateCentroCustoParcelas/)
  await page.goto(`${url}/ui/financeiro/contas_pagar/edit/${id}`)
  await settled(page)
  await page.getByRole('tab', { name: /Rateio/ }).click()
  await page.getByRole('button', { name: 'Levar às próximas parcelas' }).click()
  await told('Não foi possível atualizar')
  expect(session.errors).toEqual([])
})
