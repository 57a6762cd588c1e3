import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bradesco } from '../../../core/banking/cnab/retorno.fixture'
import { apiAt, browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'
import { CollectionBank } from '../../../fixtures/simulators/collection-bank'

/**
 * A day of collection, as who collects has it: the agreement with the bank, boletos of receivables, the file to the bank, its answer, what was paid, what is of nobody.
 * It guarantees that each step is there by keyboard, that what is wrong is said where it is mended, and that the bank takes the file as it was downloaded.
 */

const session = browserTest()
const keys = new Keyboard(session)
const call = apiAt(session)
const bank = new CollectionBank()
const PATH = '/ui/financeiro'

interface Owed {
  readonly id: number
  readonly numero: string
}
let owed: readonly Owed[] = []
let customer = 0

/** An account at a bank, customers of whom one has no address, and what they owe. */
async function seed(): Promise<void> {
  const account = await call('POST', 'banco', {
    descricao: 'Bradesco',
    codigo: '237',
    agencia: '1234',
    conta: '56789',
    tipo: 2,
  })
  const address = { CEP: '01310100', xLgr: 'Avenida Paulista', nro: '1000', xBairro: 'Bela Vista', UF: 'SP' }
  const known = await call('POST', 'cliente', { xNome: 'Clínica Aurora', CNPJ_CPF: '11444777000161', ...address })
  const bare = await call('POST', 'cliente', { xNome: 'Sem Endereço Ltda', CNPJ_CPF: '11444777000242' })
  customer = known.id
  const owes = (cliente_id: number, numero: string, vConta: string) =>
    call('POST', 'contas_receber', {
      cliente_id,
      numero,
      vConta,
      dEmissao: '2026-11-01',
      dVencimento: '2026-12-10',
      descricao: 'cobrança do dia',
      banco_id: account.id,
    })
  owed = [
    await owes(known.id, 'COB-1', '100.00'),
    await owes(known.id, 'COB-2', '200.00'),
    await owes(bare.id, 'COB-3', '341.77'),
  ]
}

/** What the page saves as a file by this. */
async function saved(act: () => Promise<void>): Promise<Uint8Array> {
  const [file] = await Promise.all([session.page.waitForEvent('download'), act()])
  return new Uint8Array(readFileSync(await file.path()))
}

const dialog = () => session.page.getByRole('dialog').last()
const box = (label: string) =>
  dialog().getByLabel(label, { exact: true }).and(session.page.locator('input, select, textarea'))
const upload = (name: string, bytes: Uint8Array) =>
  session.page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(bytes) })

async function at(path: string): Promise<void> {
  await session.page.goto(`${session.url}${PATH}/${path}`)
  await settled(session.page)
}

it('an agreement with the bank is refused at its fields until the bank would take it', async () => {
  await at('boleto')
  await expectPresentable(session.page, 'boleto-da-demonstracao')
  await seed()
  await at('banco_cnab')
  await expectPresentable(session.page, 'banco-cnab-lista')
  await keys.press('n')
  await keys.screen(`${PATH}/banco_cnab/edit/new`)
  await box('Descrição').fill('Bradesco 09')
  await box('Conta caixa').fill('Bradesco')
  await keys.pick()
  await box('Agência').fill('1234')
  await box('Dígito da agência').fill('3')
  await box('Conta').fill('56789')
  await box('Dígito da conta').fill('0')
  await box('Convênio').fill('4455667')
  await box('Código de transmissão').fill('4455667')
  await keys.press('Control+s')
  await dialog().locator('.field-error').first().waitFor()
  await settled(session.page)
  await expectPresentable(session.page, 'banco-cnab-recusada')
  await box('Carteira').fill('09')
  await keys.press('F3')
  await box('Multa (%)').fill('2')
  await box('Juros (% ao mês)').fill('1')
  await expectPresentable(session.page, 'banco-cnab-encargos')
  await keys.press('Control+s')
  await session.page.getByRole('dialog').waitFor({ state: 'detached' })
  await keys.text('Bradesco 09')
})

it('boletos are made of the chosen receivables, all or none, and each shows what it is paid by', async () => {
  const { page } = session
  await at('contas_receber?busca=cobrança do dia')
  await page.getByText('COB-3').waitFor()
  await keys.press('Control+a', '.')
  await page.getByRole('menuitem', { name: 'Gerar boleto' }).click()
  await keys.text('3 boletos gerados.')
  await keys.press('.')
  await page.getByRole('menuitem', { name: 'Gerar boleto' }).click()
  await keys.text(/já tem o boleto/)
  await at(`contas_receber/edit/${owed[0]?.id}`)
  await page.getByRole('button', { name: 'Mais', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Ver os boletos' }).click()
  await page.waitForSelector(`[data-screen="${PATH}/boleto"]`)
  await page.getByText('Clínica Aurora').first().waitFor()
  await settled(page)
  expect(await page.locator('.row, [role="row"]').filter({ hasText: 'Clínica Aurora' }).count()).toBe(1)
  await keys.press('Enter')
  await page.getByText('Linha digitável').waitFor()
  await page.getByText(/^2379\d\.\d{5} /).waitFor()
  await settled(page)
  await expectPresentable(page, 'boleto-a-registrar')
  await keys.press('F10')
  await keys.text('Só um boleto que está no banco recebe instruções.')
  const drawn = page.waitForResponse((answer) => answer.url().endsWith('/boleto/imprime'))
  await keys.press('Control+p')
  expect((await drawn).headers()['content-type']).toContain('application/pdf')
  await dialog().getByRole('button', { name: 'Mais', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Enviar por e-mail' }).click()
  await box('E-mail').waitFor()
  await box('E-mail').fill('isto não é um endereço')
  await keys.press('F10')
  await dialog().locator('.field-error').waitFor()
  await at('boleto?busca=COB')
  await expectPresentable(page, 'boleto-lista')
})

it('a file is made of what is chosen; what the bank would refuse is named, and the bank takes what was downloaded', async () => {
  const { page } = session
  await at('remessa')
  await keys.press('n')
  await keys.screen(`${PATH}/remessa/edit/new`)
  if ((await box('Cobrança').inputValue()) === '') {
    await box('Cobrança').fill('Bradesco')
    await keys.pick()
  }
  await dialog().getByText('3 boletos de 3').waitFor()
  await settled(page)
  await expectPresentable(page, 'remessa-nova')
  await keys.press('F10')
  await dialog()
    .getByText(/CEP do pagador \(coluna \d+\)/)
    .waitFor()
  await settled(page)
  await expectPresentable(page, 'remessa-recusada')
  await dialog().getByRole('checkbox').first().focus()
  await keys.press('ArrowDown', 'ArrowDown', 'Space')
  await dialog().getByText('2 boletos de 3').waitFor()
  bank.receive(await saved(() => keys.press('F10')))
  expect(bank.titles.size).toBe(2)
  await dialog().getByText('Entrada de título').first().waitFor()
  await dialog().getByRole('grid').getByText('Clínica Aurora').first().waitFor()
  await settled(page)
  await expectPresentable(page, 'remessa-gerada')
  await dialog().getByRole('button', { name: 'Mais', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Descartar a remessa' }).click()
  await box('Por que é descartada').fill('Engano')
  await keys.press('F10')
  await dialog().getByText('Confirme que o arquivo não foi enviado ao banco.').waitFor()
  await settled(page)
  await expectPresentable(page, 'remessa-descarte')
})

it('a retorno opens, settles nothing by itself, and F10 settles what was paid', async () => {
  const { page } = session
  await at('retorno')
  await expectPresentable(page, 'retorno-vazio')
  const [first, second] = [...bank.titles.keys()]
  bank.pay(String(first), '100.00')
  bank.pay(String(second), '203.00', { juros: '3.00' })
  const bytes = bank.file()
  await upload('cb2711.ret', bytes)
  await keys.text('4 ocorrências')
  await dialog()
    .getByText(/4 a baixar · pago R\$\s303,00/)
    .waitFor()
  await settled(page)
  await expectPresentable(page, 'retorno-linhas')
  expect(await call('GET', `contas_receber/${owed[0]?.id}`)).toMatchObject({ vSaldo: 100 })
  await keys.press('F10')
  await keys.text(/R\$ 303,00 recebidos/)
  expect(await call('GET', `contas_receber/${owed[1]?.id}`)).toMatchObject({ vSaldo: 0 })
  await keys.press('Escape', 'Escape')
  await at('retorno')
  await upload('de-novo.ret', bytes)
  await keys.text('Este arquivo já tinha sido carregado: nada foi feito.')
})

it('a line of no boleto is proposed one with the reason: one key takes it, the next settles it; another is not ours', async () => {
  const { page } = session
  await at('retorno')
  const lost = [
    { codigo: '06', nosso: '998877665540', valor: '341.77', pago: '341.77', tarifa: '2.00' },
    { codigo: '06', nosso: '998877665541', valor: '12.34', pago: '12.34' },
  ]
  await upload('estranho.ret', Buffer.from(`${bradesco(lost).join('\r\n')}\r\n`, 'latin1'))
  await dialog().getByText('2 sem boleto', { exact: false }).waitFor()
  await settled(page)
  await dialog().getByRole('grid').focus()
  await keys.press('Enter')
  await dialog().getByText('Mesmo valor', { exact: false }).waitFor()
  await settled(page)
  await expectPresentable(page, 'retorno-sem-boleto')
  await keys.press('F10')
  await dialog().locator('.chip', { hasText: 'A baixar' }).waitFor()
  await settled(page)
  await expectPresentable(page, 'retorno-linha')
  await keys.press('F10')
  await dialog().locator('.chip', { hasText: 'Baixada' }).waitFor()
  expect(await call('GET', `contas_receber/${owed[2]?.id}`)).toMatchObject({ vSaldo: 0 })
  await keys.press('Escape')
  await dialog().getByText('1 sem boleto', { exact: false }).waitFor()
  await settled(page)
  await dialog().getByRole('grid').focus()
  await keys.press('Home', 'Enter')
  await dialog().getByRole('button', { name: 'Não é nossa' }).click()
  await dialog().getByRole('textbox', { name: 'Motivo' }).fill('Do sistema antigo')
  await settled(page)
  await expectPresentable(page, 'retorno-nao-e-nossa')
  await keys.press('Control+Enter')
  await dialog().locator('.chip', { hasText: 'Não é nossa' }).waitFor()
  await keys.press('Escape')
  await dialog().getByRole('tab', { name: 'Avisos' }).click()
  await keys.text('O arquivo fecha: nada a conferir.')
  await at('retorno')
  await expectPresentable(page, 'retorno-lista')
  await at('retorno_boleto')
  await expectPresentable(page, 'retorno-boleto-lista')
})

it('where several collections may be meant, it is asked which: of one receivable, and of those that are chosen', async () => {
  const { page } = session
  const owes = (numero: string) =>
    call('POST', 'contas_receber', {
      cliente_id: customer,
      numero,
      vConta: '60.00',
      dEmissao: '2026-11-01',
      dVencimento: '2026-12-20',
      descricao: 'sem conta caixa',
    })
  const [one] = [await owes('COB-5'), await owes('COB-6')]
  const answer = async (asked: string, made: string): Promise<void> => {
    await dialog().getByText(asked).waitFor()
    await keys.press('F10')
    await dialog().locator('.field-error').waitFor()
    await box('Cobrança').fill('Bradesco')
    await keys.pick()
    await settled(page)
    await expectPresentable(page, 'boleto-por-qual-cobranca')
    await keys.press('F10')
    await keys.text(made)
  }
  await at(`contas_receber/edit/${one.id}`)
  await dialog().getByRole('button', { name: 'Mais', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Enviar por e-mail' }).click()
  await box('E-mail').fill('isto não é um endereço')
  await keys.press('F10')
  await dialog().locator('.field-error').waitFor()
  await dialog().getByRole('button', { name: 'Voltar' }).click()
  await dialog().getByRole('button', { name: 'Mais', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Gerar boleto' }).click()
  await answer('1 boleto sai pela escolhida.', '1 boleto gerado.')
  await dialog().getByText('Linha digitável').waitFor()
  await call('POST', `boleto/${(await call('GET', `boleto?where={"contas_receber_id":${one.id}}`)).data[0].id}/cancela`)
  await at('contas_receber?busca=sem conta caixa')
  await page.getByText('COB-6').first().waitFor()
  await keys.press('Control+a', '.')
  await page.getByRole('menuitem', { name: 'Gerar boleto' }).click()
  await answer('2 boletos saem pela escolhida.', '2 boletos gerados.')
})

it('the bank is instructed about a boleto that it has, what was not sent is taken back, and a boleto is cancelled', async () => {
  const { page } = session
  const title = await call('POST', 'contas_receber', {
    cliente_id: customer,
    numero: 'COB-4',
    vConta: '80.00',
    dEmissao: '2026-11-01',
    dVencimento: '2026-12-20',
  })
  const [setup] = (await call('GET', 'banco_cnab?search=Bradesco')).data
  const { boletos } = await call('POST', 'contas_receber/geraBoletos', { ids: [title.id], banco_cnab_id: setup.id })
  await call('POST', 'remessa', { banco_cnab_id: setup.id, boleto_arr: boletos })
  await at(`boleto/edit/${boletos[0]}`)
  await keys.press('F10')
  await box('Instrução').selectOption({ label: 'Concessão de abatimento' })
  await box('Valor').fill('90,00')
  await settled(page)
  await expectPresentable(page, 'boleto-instrucao')
  await keys.press('F10')
  await keys.text('Informe um valor maior que zero e menor que o do boleto.')
  await box('Valor').fill('10,00')
  await keys.press('F10')
  await keys.text('A instrução vai na próxima remessa.')
  await keys.press('F2')
  await dialog().getByText('Concessão de abatimento de R$ 10,00').waitFor()
  await settled(page)
  await expectPresentable(page, 'boleto-instrucoes')
  await dialog().getByRole('button', { name: 'Desistir' }).click()
  await dialog().locator('.chip', { hasText: 'Cancelada' }).waitFor()
  await dialog().getByRole('button', { name: 'Mais', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Cancelar o boleto' }).click()
  await keys.text('A baixa é pedida ao banco na próxima remessa.')
  await page.getByRole('button', { name: 'Cancelar o boleto' }).last().click()
  await dialog().getByText('Pedido de baixa').waitFor()
  expect(session.errors).toEqual([])
})
