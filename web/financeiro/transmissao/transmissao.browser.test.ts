import { expect, it } from 'vitest'
import { apiAt, browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'
import { testCnpj } from '../../../fixtures/test-server'

/** How an account's files go to its bank, at the desk: said and tried in the account, seen at the file, ended by who took it there. */

const session = browserTest()

it('says in the account how files go, tries it, and tells at the file what stands in the way until somebody took it to the bank', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  const api = apiAt(session)
  const account = await api('POST', 'banco', {
    descricao: 'Itaú Centro',
    codigo: '341',
    agencia: '1234',
    conta: '56789-0',
    tipo: 2,
  })
  await page.goto(`${url}/ui/financeiro/conta_caixa/edit/${account.id}`)
  const form = page.getByRole('dialog').last()
  await form.getByRole('tab', { name: 'Transmissão' }).click()
  await form.getByRole('combobox', { name: 'Transmissão' }).selectOption('sftp')
  await form.getByRole('textbox', { name: 'Servidor', exact: true }).fill('sftp.banco.example')
  await keys.press('Control+s')
  await form.getByText('Informe, para transmitir por este meio.').first().waitFor()
  await settled(page)
  await expectPresentable(page, 'transmissao-sftp')
  await form.getByRole('combobox', { name: 'Transmissão' }).selectOption('pasta')
  await form.getByRole('textbox', { name: 'Pasta', exact: true }).fill('itau')
  expect(await form.getByRole('button', { name: 'Testar a transmissão' }).getAttribute('aria-disabled')).toBe('true')
  await keys.press('Control+s')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goto(`${url}/ui/financeiro/conta_caixa/edit/${account.id}`)
  await form.getByRole('tab', { name: 'Transmissão' }).click()
  await form.getByRole('button', { name: 'Testar a transmissão' }).click()
  await keys.text('A pasta dos bancos não está configurada no servidor (PRUMO_BANCO).')

  const supplier = await api('POST', 'fornecedor', {
    xNome: 'Metais do Sul',
    CNPJ_CPF: testCnpj(41),
    cBanco: '237',
    xAgencia: '1234-5',
    xConta: '678901-2',
  })
  const owed = await api('POST', 'contas_pagar', {
    fornecedor_id: supplier.id,
    vConta: 100,
    dEmissao: '2026-11-01',
    dVencimento: '2026-12-10',
    tpPagamento: 2,
  })
  const { id } = await api('POST', 'financeiro/remessa_pagamento', {
    banco_id: account.id,
    dPagamento: '2026-12-10',
    remessa_pagamento_conta_list: [{ conta_pagar_id: owed.id }],
  })
  await api('POST', `financeiro/remessa_pagamento/${id}/aprova`, { confirma: true })
  await page.goto(`${url}/ui/financeiro/remessa_pagamento/edit/${id}`)
  await form.getByRole('button', { name: 'Enviar ao banco' }).click()
  await keys.text('Arquivo gerado.')
  await form
    .getByText(/^(Na fila|Enviando)$/)
    .first()
    .waitFor()
  await expect
    .poll(async () => (await api('GET', `financeiro/remessa_pagamento/${id}`)).arquivos[0].entrega_erro, {
      timeout: 20_000,
    })
    .toBe('A pasta dos bancos não está configurada no servidor (PRUMO_BANCO).')
  await page.reload()
  await form.getByText(/não está configurada no servidor/).waitFor()
  await settled(page)
  await expectPresentable(page, 'transmissao-esperando')
  await form.getByRole('button', { name: 'Mais', exact: true }).click()
  await page.getByRole('menuitem', { name: 'O banco já tem o arquivo' }).click()
  const saying = page.getByRole('dialog', { name: 'O banco já tem o arquivo' })
  await keys.press('F10')
  await saying.getByText('Preencha este campo.').first().waitFor()
  await saying.getByRole('textbox', { name: 'Como chegou ao banco' }).fill('Pelo site do banco')
  await settled(page)
  await expectPresentable(page, 'transmissao-ja-entregue')
  await keys.press('F10')
  await keys.text('O arquivo está com o banco.')
  await form.getByText('Entregue').first().waitFor()
  await form.getByText(/Pelo site do banco/).waitFor()
})
