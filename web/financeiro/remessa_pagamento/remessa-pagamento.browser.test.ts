import { expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { PayingBank } from '../../../fixtures/simulators/paying-bank'
import { apiAt, browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'
import { testCnpj } from '../../../fixtures/test-server'

/** Payments by the keyboard: payables are chosen, approved and sent; the bank's file settles what was paid, and what it refused is tried again. */

const session = browserTest()
const bank = new PayingBank()

/** Suppliers, an account and what is owed. */
const seed = () =>
  session.page.evaluate(
    async ([metals, papers, nobody]) => {
      const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
      const post = async (path: string, body: object) => {
        const answer = await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
        if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
        return answer.json()
      }
      const own = { cBanco: '237', xAgencia: '1234-5', xConta: '678901-2' }
      const people = [
        await post('fornecedor', { xNome: 'Metais do Sul', CNPJ_CPF: metals, ...own }),
        await post('fornecedor', { xNome: 'Papéis do Norte', CNPJ_CPF: papers, ...own }),
        await post('fornecedor', { xNome: 'Sem banco', CNPJ_CPF: nobody }),
      ]
      await post('banco', { descricao: 'Itaú Centro', codigo: '341', agencia: '1234', conta: '56789-0', tipo: 2 })
      for (const [at, { id }] of people.entries())
        await post('contas_pagar', {
          fornecedor_id: id,
          vConta: 100 + at,
          dEmissao: '2026-11-01',
          dVencimento: '2026-12-10',
          tpPagamento: 2,
        })
    },
    [testCnpj(41), testCnpj(42), testCnpj(43)] as const,
  )

const read = (path: string) => session.page.evaluate(async (url) => (await fetch(`/api/${url}`)).text(), path)

it('chooses payables, approves, sends, takes the answer in and tries again what was refused', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/financeiro/remessa_pagamento`)
  await settled(page)
  await seed()
  await expectPresentable(page, 'pagamentos-vazio')

  await page.goto(`${url}/ui/financeiro/remessa_pagamento/edit/new`)
  const form = page.getByRole('dialog').last()
  await form.getByRole('combobox', { name: 'Conta caixa' }).fill('Itaú')
  await page.getByRole('option', { name: /Itaú Centro/ }).click()
  await form.getByRole('textbox', { name: 'Pagar em' }).fill('10/12/2026')
  await form.getByRole('textbox', { name: 'Descrição' }).fill('Fornecedores')
  await keys.press('Control+s')
  await keys.text('Remessa salva com sucesso.')
  await settled(page)
  await keys.press('F2')
  await keys.press('Enter')
  const choosing = page.getByRole('dialog', { name: 'Incluir contas a pagar' })
  await choosing.getByText('Metais do Sul').waitFor()
  await choosing
    .getByText(/banco do favorecido/i)
    .first()
    .waitFor()
  await settled(page)
  await expectPresentable(page, 'pagamentos-escolha')
  await keys.press('F10')
  await choosing.waitFor({ state: 'detached' })
  await form.getByText('Papéis do Norte').first().waitFor()
  await settled(page)
  await expectPresentable(page, 'pagamentos-rascunho')
  await form.getByRole('button', { name: 'Aprovar' }).click()
  await keys.text('Remessa aprovada.')
  await form.getByRole('button', { name: 'Enviar ao banco' }).click()
  await keys.text('Arquivo gerado.')
  await settled(page)

  const { data } = JSON.parse(await read('financeiro/remessa_pagamento'))
  const { id } = data[0]
  bank.receive(Buffer.from(await read(`financeiro/remessa_pagamento/${id}/conteudo`), 'latin1'))
  const names = new Map(
    [...bank.payments].map(([numero, { pagamento }]) => [
      'favorecido' in pagamento ? pagamento.favorecido.nome : '',
      numero,
    ]),
  )
  bank.pay(names.get('METAIS DO SUL') ?? '', '2026-12-10')
  bank.tell({ numero: names.get('PAPEIS DO NORTE') ?? '', codigo: 'AN' })
  const [answer] = bank.files()
  await page.goto(`${url}/ui/financeiro/remessa_pagamento`)
  await settled(page)
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles([{ name: 'sispag.ret', mimeType: 'text/plain', buffer: Buffer.from(answer ?? []) }])
  await page
    .getByText(/1 pago \(R\$\s100,00\), 1 recusado/)
    .first()
    .waitFor()
  await page
    .getByRole('dialog', { name: /sispag\.ret/ })
    .getByText('METAIS DO SUL')
    .waitFor()
  await settled(page)
  await expectPresentable(page, 'pagamentos-retorno')

  await page.goto(`${url}/ui/financeiro/remessa_pagamento/edit/${id}`)
  await form.getByText('Conta do favorecido inválida').first().waitFor()
  await settled(page)
  await expectPresentable(page, 'pagamentos-recusado')
  await form.getByRole('button', { name: 'Tentar de novo' }).click()
  await keys.text('em rascunho')
  await page.goto(`${url}/ui/financeiro/remessa_pagamento`)
  await settled(page)
  await expectPresentable(page, 'pagamentos-lista')

  // The bank never answers the second try: somebody asks it, and says that it did not pay.
  const api = apiAt(session)
  const [{ id: second }] = (await api('GET', 'financeiro/remessa_pagamento?orderBy=id&sortedBy=desc')).data
  await api('POST', `financeiro/remessa_pagamento/${second}/aprova`, { confirma: true })
  await api('POST', `financeiro/remessa_pagamento/${second}/enviaPagamentosBanco`)
  await asOwner(
    session.databaseUrl,
    (owner) => owner`update remessa_pagamento set "dPagamento" = '2026-11-03' where id = ${second}`,
  )
  await page.goto(`${url}/ui/financeiro/remessa_pagamento/edit/${second}`)
  await form.getByRole('button', { name: 'O banco não pagou' }).click()
  const saying = page.getByRole('dialog', { name: 'O banco não pagou' })
  await saying.getByText(/Papéis do Norte/).waitFor()
  await keys.press('F10')
  await saying.getByText('Preencha este campo.').first().waitFor()
  await saying.getByRole('textbox', { name: 'Como se soube' }).fill('O gerente disse')
  await settled(page)
  await expectPresentable(page, 'pagamentos-sem-resposta')
  await keys.press('F10')
  await keys.text('A conta a pagar está livre.')
  await form.getByText('Informado à mão: O gerente disse').first().waitFor()
  await form.getByRole('button', { name: 'Tentar de novo' }).waitFor()
  expect(session.errors).toEqual([])
})
