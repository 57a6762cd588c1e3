import { expect, it } from 'vitest'
import { counted } from '../../core/br/number'
import { browserTest, Keyboard } from '../../fixtures/browser-session'
import { expectPresentable, settled } from '../../fixtures/look'

/** The morning of who pays and collects: thirty payables settled at once and taken back, an agreement with a customer, a boleto that fills a payable; all by keyboard. */

const session = browserTest()

interface Made {
  /** The register of the person, and their name. */
  readonly person: 'cliente' | 'fornecedor'
  readonly name: string
  readonly CNPJ_CPF?: string
  readonly side: 'receber' | 'pagar'
  readonly prefix: string
  readonly count: number
  readonly vConta: string
  readonly more?: object
}

/** Titles of one person, of the same days and description. */
async function titles(made: Made): Promise<void> {
  await session.page.evaluate(async ({ person, name, CNPJ_CPF, side, prefix, count, vConta, more }) => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const send = async (path: string, body: object) => {
      const answer = await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer.json()
    }
    const { id } = await send(person, { xNome: name, CNPJ_CPF })
    for (let n = 1; n <= count; n += 1)
      await send(`contas_${side}`, {
        [`${person}_id`]: id,
        numero: `${prefix}-${n}`,
        descricao: 'Conta de energia',
        vConta,
        dEmissao: '2026-11-01',
        dVencimento: '2026-11-10',
        ...more,
      })
  }, made)
}

/** Opens a list, looks for what begins with the prefix and selects all of it, by keyboard. */
async function selectAll(keys: Keyboard, side: string, prefix: string, count: number): Promise<void> {
  const { page, url } = session
  await page.goto(`${url}/ui/financeiro/contas_${side}`)
  await settled(page)
  await keys.press('/')
  await page.keyboard.type(prefix)
  await page.getByText(counted(count, 'registro', 'registros'), { exact: true }).waitFor()
  await page.getByRole('grid').focus()
  await keys.press('Control+a')
  await page.getByText(counted(count, 'selecionada', 'selecionadas'), { exact: true }).waitFor()
}

/** Runs a verb of the selected rows. */
async function verb(keys: Keyboard, name: string): Promise<void> {
  await keys.press('.')
  await session.page.getByRole('menuitem', { name }).focus()
  await keys.press('Enter')
}

/** What is in all accounts of the company together. */
const inCash = (): Promise<number> =>
  session.page.evaluate(async () => {
    const { data } = await (await fetch('/api/banco?perPage=100')).json()
    return data.reduce((sum: number, one: { vSaldo: number }) => sum + Math.round(one.vSaldo * 100), 0) / 100
  })

it('settles thirty payables at once, and takes them back from one of them', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/financeiro/contas_pagar`)
  await settled(page)
  const supplier = { person: 'fornecedor', name: 'Energia da Manhã', side: 'pagar' } as const
  await titles({ ...supplier, prefix: 'MANHA', count: 30, vConta: '100.00', more: { pMulta: 2 } })
  const before = await inCash()
  await selectAll(keys, 'pagar', 'MANHA', 30)
  await expectPresentable(page, 'contas-pagar')
  await verb(keys, 'Dar baixa')
  const dialog = page.getByRole('dialog', { name: 'Baixa de 30 contas' })
  await dialog.waitFor()
  // Every one is late, and says what it costs.
  await dialog.getByText('30 contas atrasadas: multa e juros de R$ 60,00.').waitFor()
  await dialog.getByText('R$ 3.060,00').waitFor()
  await expectPresentable(page, 'contas-baixa')
  await keys.press('F10')
  await keys.text('30 contas baixadas.')
  expect(await inCash()).toBe(before - 3060)

  await page.getByRole('row', { name: /MANHA-2\b/ }).dblclick()
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

it('makes three instalments of five receivables of one customer, with the interest of their delay', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/financeiro/contas_receber`)
  await settled(page)
  const customer = { person: 'cliente', name: 'Oficina do Acordo', side: 'receber' } as const
  await titles({ ...customer, prefix: 'ACORDO', count: 5, vConta: '200.00', more: { pMulta: 2 } })
  await selectAll(keys, 'receber', 'ACORDO', 5)
  await verb(keys, 'Renegociar')
  const dialog = page.getByRole('dialog', { name: 'Renegociar 5 contas' })
  await dialog.waitFor()
  await dialog.getByText('R$ 1.020,00').waitFor()
  await dialog.getByText('em 3 parcelas').waitFor()
  await expectPresentable(page, 'contas-renegocia')
  await keys.press('Control+a')
  await page.keyboard.type('90/30')
  await dialog.getByText(/prazos/i).waitFor()
  await keys.press('Control+a')
  await page.keyboard.type('30/60/90')
  await dialog.getByText('em 3 parcelas').waitFor()
  await expect.poll(() => dialog.getByRole('list', { name: 'Novas contas' }).getByText('R$ 340,00').count()).toBe(3)
  await keys.press('F10')
  await keys.text('5 contas renegociadas.')
  const agreed = await page.evaluate(async () => {
    const { data } = await (await fetch('/api/contas_receber?search=Oficina do Acordo&perPage=50')).json()
    return data
      .filter((one: { status: number }) => one.status === 0)
      .map((one: { tpConta: number; vSaldo: number }) => [one.tpConta, one.vSaldo])
  })
  expect(agreed).toEqual([6, 6, 6].map((kind) => [kind, 340]))
  expect(session.errors).toEqual([])
})

it('fills a payable by the line of a boleto, says what is missing, and finds it again by its barcode', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/financeiro/contas_pagar`)
  await settled(page)
  await verb(keys, 'Incluir por código')
  await page.waitForURL(/contas_pagar\/edit\/new/)
  const entry = page.getByRole('textbox', { name: 'Ler boleto, guia ou Pix' })
  await entry.waitFor()
  await settled(page)
  await page.keyboard.type('00191238769012344042300061900189237690000013501')
  await keys.press('Enter')
  await page.getByText('Código inválido: o dígito geral não confere.').waitFor()
  await keys.press('Control+a')
  await page.keyboard.type('00191238769012344042300061900189237690000013500')
  await keys.press('Enter')
  await page.getByText('00191.23876 90123.440423 00061.900189 2 37690000013500').waitFor()
  await expectPresentable(page, 'conta-pagar-codigo')
  await expect.poll(() => page.getByRole('textbox', { name: /^Valor/ }).inputValue()).toBe('135,00')
  await page.getByRole('combobox', { name: /^Fornecedor/ }).focus()
  await page.keyboard.type('Energia da Manhã')
  await page.getByRole('option', { name: /Energia da Manhã/ }).waitFor()
  await keys.press('Enter')
  await page.getByLabel('Pagar por').selectOption({ label: 'TED' })
  await page.getByText('Falta no cadastro do fornecedor: banco, agência, conta.').waitFor()
  await page.getByLabel('Pagar por').selectOption({ label: 'Boleto' })
  await keys.press('Control+s')
  await keys.text('Registro criado com sucesso.')
  await page.goto(`${url}/ui/financeiro/contas_pagar/edit/new?ler=1`)
  await settled(page)
  await page.keyboard.type('00192376900000135001238790123440420006190018')
  await keys.press('Enter')
  await page.getByText('Este código já está em:').waitFor()
  expect(session.errors).toEqual([])
})

it('brings receivables of a file, says which are wrong, and asks before it makes them', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/financeiro/contas_receber/importar`)
  const dialog = page.getByRole('dialog', { name: 'Importar contas a receber' })
  await dialog.waitFor()
  await settled(page)
  const text =
    'cliente;numero;vencimento;valor\nOficina do Acordo;ARQ-1;10/12/2026;150,00\nNinguém;ARQ-2;10/12/2026;10,00\nOficina do Acordo;;11/12/2026;7,00\nOficina do Acordo;;11/12/2026;7,00\n'
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'contas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })
  await dialog
    .getByText('2 contas a gerar, R$ 157,00; 1 linha com erro fica de fora; 1 outra não foi marcada.')
    .waitFor()
  await dialog.getByText('deste cliente já está na lista: confira se é outra.').waitFor()
  await dialog.getByLabel('Gerar a linha 5').check()
  await dialog.getByText('3 contas a gerar, R$ 164,00').waitFor()
  await dialog.getByLabel('Gerar a linha 4').uncheck()
  await expectPresentable(page, 'contas-importar')
  await keys.press('F10')
  await keys.text('A importação não pode ser revertida: depois, cada conta é cancelada por si.')
  await keys.press('Enter')
  await keys.text('2 contas geradas.')
  await page.getByRole('row', { name: /ARQ-1/ }).waitFor()
  expect(session.errors).toEqual([])
})

it('changes one of a series with the later ones, shows what a split lacks, and cancels the rest of the series', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/financeiro/contas_pagar`)
  await settled(page)
  const supplier = { person: 'fornecedor', name: 'Imobiliária da Série', side: 'pagar' } as const
  await titles({ ...supplier, prefix: 'ALUGUEL', count: 1, vConta: '100.00', more: { dVencimento: '2027-01-10' } })
  const id = await page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const { data } = await (await fetch('/api/contas_pagar?search=numero:ALUGUEL-1')).json()
    const body = JSON.stringify({ qParcelas: 3 })
    await fetch(`/api/contas_pagar/${data[0].id}/geraRecorrencia`, { method: 'POST', headers, body })
    return Number(data[0].id)
  })
  const values = () =>
    page.evaluate(async () => {
      const { data } = await (
        await fetch('/api/contas_pagar?search=numero:ALUGUEL-1&orderBy=recorrencia_n&sortedBy=asc&perPage=50')
      ).json()
      return data.map((one: { vDup: number; status: number }) => [one.vDup, one.status])
    })
  await page.goto(`${url}/ui/financeiro/contas_pagar/edit/${id}`)
  await settled(page)
  await page.getByRole('textbox', { name: /^Valor/ }).fill('120,00')
  await keys.press('Control+s')
  await page.getByRole('alertdialog', { name: 'Mudar só esta conta?' }).waitFor()
  await page.getByRole('button', { name: 'Esta e as seguintes em aberto' }).focus()
  await expectPresentable(page, 'conta-serie')
  await keys.press('Enter')
  await expect.poll(values).toEqual([120, 120, 120, 120].map((value) => [value, 0]))
  await keys.press('F2')
  await page.getByRole('button', { name: 'Levar às próximas parcelas' }).waitFor()
  await expectPresentable(page, 'conta-rateio')
  await keys.press('F1')
  await page.getByRole('button', { name: 'Mais', exact: true }).focus()
  await keys.press('Enter')
  await page.getByRole('menuitem', { name: 'Cancelar a conta' }).focus()
  await keys.press('Enter')
  await page.getByRole('button', { name: 'Cancelar esta e 3 seguintes em aberto' }).focus()
  await keys.press('Enter')
  await expect.poll(values).toEqual([120, 120, 120, 120].map((value) => [value, 5]))
  expect(session.errors).toEqual([])
})

it('pays by what the day that is told costs, however quick the hand, and asks once about head office and branch', async () => {
  const { page } = session
  const keys = new Keyboard(session)
  const customer = { person: 'cliente', name: 'Oficina da Pressa', side: 'receber' } as const
  await titles({ ...customer, prefix: 'PRESSA', count: 1, vConta: '100.00', more: { pMulta: 2 } })
  await selectAll(keys, 'receber', 'PRESSA', 1)
  await verb(keys, 'Dar baixa')
  const dialog = page.getByRole('dialog', { name: 'Baixa da conta PRESSA-1' })
  await dialog.getByText('R$ 102,00').waitFor()
  await page.route('**/encargos', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  await dialog.getByRole('textbox', { name: /^Data do pagamento/ }).fill('10/11/2026')
  await keys.press('F10')
  await dialog.waitFor({ state: 'detached' })
  await page.unroute('**/encargos')
  const paid = await page.evaluate(async () => {
    const { data } = await (await fetch('/api/contas_receber?search=numero:PRESSA-1')).json()
    return data.map((one: Record<string, unknown>) => [one.vSaldo, one.vPago, one.vMulta])
  })
  expect(paid).toEqual([[0, 100, 0]])

  for (const [name, CNPJ_CPF, prefix] of [
    ['Matriz', '44455566000183', 'REDE-M'],
    ['Filial', '44455566000264', 'REDE-F'],
  ] as const)
    await titles({ person: 'cliente', name, CNPJ_CPF, side: 'receber', prefix, count: 1, vConta: '7.00' })
  await selectAll(keys, 'receber', 'REDE-', 2)
  await verb(keys, 'Consolidar em uma conta')
  await page.getByRole('alertdialog', { name: 'Consolidar 2 contas?' }).waitFor()
  await keys.press('Enter')
  const asked = page.getByRole('alertdialog', { name: 'Matriz e filiais' })
  await asked.getByText('As contas são da matriz e de filiais').waitFor()
  await asked.getByRole('button', { name: 'Continuar' }).focus()
  await keys.press('Enter')
  await page.waitForURL(/contas_receber\/edit\//)
  await page.getByText('R$ 14,00').first().waitFor()
  expect(session.errors).toEqual([])
})

it('begins a payable as the last of the supplier that is chosen, not of the one before; what was typed stays', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  for (const [name, descricao] of [
    ['Primeiro da Lista', 'Conta de luz'],
    ['Segundo da Lista', 'Conta de água'],
  ] as const) {
    const made = { person: 'fornecedor', name, side: 'pagar' } as const
    await titles({ ...made, prefix: name, count: 1, vConta: '1.00', more: { descricao } })
  }
  await page.goto(`${url}/ui/financeiro/contas_pagar/edit/new`)
  await settled(page)
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('combobox', { name: /^Fornecedor/ }).focus()
    await keys.press('Control+a')
    await page.keyboard.type(name)
    await page.getByRole('option', { name: new RegExp(name) }).waitFor()
    await keys.press('Enter')
  }
  const descricao = page.getByRole('textbox', { name: /^Descrição/ })
  await choose('Primeiro da Lista')
  await expect.poll(() => descricao.inputValue()).toBe('Conta de luz')
  await choose('Segundo da Lista')
  await expect.poll(() => descricao.inputValue()).toBe('Conta de água')
  await descricao.fill('Minha')
  const answered = page.waitForResponse(/lastRegInfo/)
  await choose('Primeiro da Lista')
  await answered
  await settled(page)
  expect(await descricao.inputValue()).toBe('Minha')
  expect(session.errors).toEqual([])
})

it('closes a month with the reason for what is left in it, and tells that of another as it is chosen', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/financeiro/fechamento`)
  await settled(page)
  await verb(keys, 'Fechar um mês')
  const dialog = page.getByRole('dialog', { name: 'Fechar um mês' })
  await dialog.getByRole('list', { name: 'Pendências do mês' }).waitFor()
  await expectPresentable(page, 'fecha-mes')
  const checked = page.waitForResponse(/confere\?ate=2026-09-30/)
  await dialog.getByRole('textbox', { name: /^Fechar até/ }).fill('30/09/2026')
  await keys.press('Tab')
  await checked
  await dialog.getByRole('list', { name: 'Pendências do mês' }).waitFor()
  await dialog.getByRole('textbox', { name: /^Motivo/ }).fill('ok')
  await keys.press('F10')
  await dialog.getByText('Diga por que o mês fecha com itens pendentes.').waitFor()
  await dialog.getByRole('textbox', { name: /^Motivo/ }).fill('Conferido com a contabilidade')
  await keys.press('F10')
  await keys.text('Mês fechado: nada mais é lançado nele.')
  expect(session.errors).toEqual([])
})
