import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'
import { ofxFile } from '../../../http/financeiro/extrato/ofx.fixture'

/** A statement of sixty lines, by keys alone: read in, each line matched, and the reconciliation finished. */

const session = browserTest()

/** What the lines are of: titles, a fee, another account. */
const prepare = () =>
  session.page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const send = async (path: string, body: object) => {
      const answer = await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer.json()
    }
    await send('banco', { descricao: 'Conta do teste', codigo: '341', conta: '777123' })
    await send('banco', { descricao: 'Reserva do teste' })
    await send('plano_conta', { codigo: '3.9.99', descricao: 'Despesas miúdas do teste' })
    const days = { dEmissao: '2026-10-01', dVencimento: '2026-10-05' }
    for (let at = 1; at <= 45; at++) {
      const { id: cliente_id } = await send('cliente', {
        xNome: `Quitanda Numerada ${'ABCDEFGHIJ'[at % 10]}${'KLMNOPQRST'[Math.floor(at / 10)]}xyz`,
      })
      await send('contas_receber', { cliente_id, vConta: (1000 + at).toFixed(2), ...days })
    }
    const { id: soma } = await send('cliente', { xNome: 'Somatorio Mineiro' })
    for (const vConta of ['111.11', '222.22']) await send('contas_receber', { cliente_id: soma, vConta, ...days })
    const { id: taxa } = await send('cliente', { xNome: 'Lavanderia Oriental' })
    await send('contas_receber', { cliente_id: taxa, vConta: '5000.00', numero: 'TAXADA', ...days })
  })

const name = (at: number) => `QUITANDA NUMERADA ${'ABCDEFGHIJ'[at % 10]}${'KLMNOPQRST'[Math.floor(at / 10)]}XYZ`
const DAY = '2026-10-05'
const lines = [
  ...Array.from(
    { length: 45 },
    (_, at) => [DAY, (1001 + at).toFixed(2), `PIX RECEBIDO ${name(at + 1)}`, `Q${at}`] as const,
  ),
  ['2026-10-06', '333.33', 'PIX RECEBIDO SOMATORIO MINEIRO', 'S1'],
  ['2026-10-07', '4990.00', 'CREDITO SEM NOME', 'T1'],
  ['2026-10-08', '-300.00', 'TRANSFERENCIA ENVIADA', 'R1'],
  ...Array.from({ length: 10 }, (_, at) => ['2026-10-09', '-12.50', `TARIFA AVULSA ${at}`, `F${at}`] as const),
  ['2026-10-10', '-1.00', 'CARTAO DE OUTRA PESSOA', 'I1'],
  ['2026-10-10', '2.00', 'AVISO', 'I2'],
] as const
const reversal = [
  ['2026-10-11', '-7.77', 'TARIFA DEVOLVIDA', 'D1'],
  ['2026-10-11', '7.77', 'ESTORNO TARIFA DEVOLVIDA', 'D2'],
] as const
const balance = lines.slice(0, 58).reduce((sum, [, amount]) => sum + Math.round(Number(amount) * 100), 0) / 100

it('reconciles sixty lines of many kinds, and finishes', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/financeiro/conciliacao_bancaria`)
  await settled(page)
  await prepare()
  expect(lines).toHaveLength(60)
  const file = ofxFile({
    lines,
    banco: '341',
    conta: '777123',
    saldo: { data: '2026-10-31', valor: balance.toFixed(2) },
  })
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'extrato.ofx', mimeType: 'text/plain', buffer: Buffer.from(file) })
  const list = page.getByRole('listbox', { name: 'Linhas a conciliar' })
  await list.waitFor()
  const waiting = () => page.locator('.match-foot output').innerText()
  await expect.poll(waiting).toContain('60 linhas a conciliar')
  await expectPresentable(page, 'conciliacao')
  await list.focus()

  // One by one: the first proposal, and back.
  await keys.press('Enter')
  await expect.poll(waiting).toContain('59 linhas')
  await keys.press('Control+z')
  await expect.poll(waiting).toContain('60 linhas')
  for (let left = 59; left > 40; left--) {
    await keys.press('Enter')
    await expect.poll(waiting).toContain(`${left} linhas`)
  }
  // What is sure, at once.
  await keys.press('a')
  await expect.poll(waiting).toContain('15 linhas')

  // A sum, which never acts alone.
  await page.getByText('Soma de contas').waitFor()
  await keys.press('Enter')
  await expect.poll(waiting).toContain('14 linhas')

  // A title that is paid net of a fee: found by name, the rest is the bank's.
  await keys.press('b')
  await page.getByRole('searchbox', { name: 'Pesquisar contas' }).waitFor()
  await keys.type('TAXADA')
  const found = page.getByRole('checkbox', { name: /TAXADA/ })
  await found.waitFor()
  await found.focus()
  await keys.press('Space')
  await page.getByText('Faltam R$').waitFor()
  await page.getByRole('radio', { name: 'Tarifa do banco' }).focus()
  await keys.press('Space')
  await expectPresentable(page, 'conciliacao-busca')
  await keys.press('Control+Enter')
  await expect.poll(waiting).toContain('13 linhas')

  // A transfer to another account of the house.
  await list.focus()
  await keys.press('t')
  await page.getByRole('combobox', { name: 'Para' }).focus()
  await keys.type('Reserva')
  await page.getByRole('option', { name: /Reserva do teste/ }).waitFor()
  await keys.press('Enter')
  await keys.press('Control+Enter')
  await expect.poll(waiting).toContain('12 linhas')

  // Ten fees at once, then what is not ours.
  await list.focus()
  for (let at = 0; at < 10; at++) await keys.press('Space')
  await expect.poll(waiting).toContain('10 selecionadas')
  await keys.press('l')
  await page.getByRole('combobox', { name: /Conta de resultado/ }).focus()
  await keys.type('miúdas')
  await page.getByRole('option', { name: /miúdas/ }).waitFor()
  await keys.press('Enter')
  await keys.press('Control+Enter')
  await expect.poll(waiting).toContain('2 linhas')
  await page.getByText(/tiveram o mesmo destino/).waitFor()
  await expectPresentable(page, 'conciliacao-regra')
  await list.focus()
  await keys.press('r')
  await keys.text(/Regra criada/)
  for (const left of ['1 linha', '0 linhas']) {
    await list.focus()
    await keys.press('i')
    await page.getByRole('textbox', { name: 'Motivo' }).waitFor()
    await keys.type('Não é da empresa')
    await keys.press('Control+Enter')
    await expect.poll(waiting).toContain(left)
  }

  // A fee and its reversal by the bank come back as one; what was done before them is next.
  const back = ofxFile({ lines: reversal, banco: '341', conta: '777123' })
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'estorno.ofx', mimeType: 'text/plain', buffer: Buffer.from(back) })
  await expect.poll(waiting).toContain('2 linhas')
  await list.focus()
  for (const [key, left] of [
    ['Enter', '0 linhas'],
    ['Control+z', '2 linhas'],
    ['Control+z', '3 linhas'],
    ['a', '1 linha'],
  ] as const) {
    await keys.press(key)
    await expect.poll(waiting).toContain(left)
  }
  await keys.press('i')
  await page.getByRole('textbox', { name: 'Motivo' }).waitFor()
  await keys.type('Não é da empresa')
  await keys.press('Control+Enter')
  await expect.poll(waiting).toContain('0 linhas')
  await expect.poll(waiting).toContain('diferença R$ 0,00')
  await list.focus()
  await keys.press('F10')
  await keys.text(/Conciliação finalizada/)
  await page.getByRole('button', { name: 'Reabrir' }).waitFor()
})

it('tells what cannot be read, in the words of the specification, and shows rules with their uses', async () => {
  const { page, url } = session
  await page.goto(`${url}/ui/financeiro/conciliacao_bancaria`)
  await settled(page)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('nada') })
  await page.getByText('Não foi possível carregar o arquivo: não é um extrato OFX nem CNAB 240.').waitFor()
  await page.goto(`${url}/ui/financeiro/conciliacao_regra`)
  await page.getByText('TARIFA AVULSA').first().click()
  await page.getByText('Ainda não foi usada.').waitFor()
  await expectPresentable(page, 'conciliacao-regras')
})

it('takes the balance that no file says, asks one line for a transfer, and takes back lines and files from their lists', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/financeiro/conciliacao_bancaria`)
  await settled(page)
  const few = [
    ['2026-11-03', '8.00', 'AVULSA UM', 'Z1'],
    ['2026-11-03', '9.00', 'AVULSA DOIS', 'Z2'],
  ] as const
  const buffer = Buffer.from(ofxFile({ lines: few, banco: '341', conta: '777123' }))
  await page.locator('input[type=file]').setInputFiles({ name: 'avulso.ofx', mimeType: 'text/plain', buffer })
  const list = page.getByRole('listbox', { name: 'Linhas a conciliar' })
  await list.waitFor()
  const foot = () => page.locator('.match-foot output').innerText()
  await expect.poll(foot).toContain('2 linhas a conciliar')
  await list.focus()
  for (let at = 0; at < 2; at++) await keys.press('Space')
  await keys.press('t')
  await keys.text(/Selecione uma linha só/)
  await page.getByRole('button', { name: 'Saldo no banco' }).click()
  await page.getByRole('textbox', { name: 'Saldo no banco' }).fill('1.234,56')
  await expectPresentable(page, 'conciliacao-saldo')
  await keys.press('Control+Enter')
  await expect.poll(foot).toContain('banco R$ 1.234,56')

  await page.goto(`${url}/ui/financeiro/extrato_banco`)
  await page.getByText('AVULSA UM').first().waitFor()
  await expectPresentable(page, 'extrato-linhas')
  await page.getByText('CARTAO DE OUTRA PESSOA').first().click()
  await page.getByRole('button', { name: 'Reabrir' }).click()
  await keys.text(/Linha de volta à fila/)
  await expectPresentable(page, 'extrato-linha')

  await page.goto(`${url}/ui/financeiro/extrato_arquivo`)
  await page.getByText('avulso.ofx').first().waitFor()
  await expectPresentable(page, 'extrato-arquivos')
  await page.locator('.row', { hasText: 'avulso.ofx' }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Ações' }).click()
  await page.getByRole('menuitem', { name: 'Desfazer a importação' }).click()
  await page.getByRole('button', { name: 'Desfazer a importação' }).last().click()
  await keys.text(/2 linhas saíram/)
})
