import { expect, it } from 'vitest'
import { conemb, doccob, ocoren } from '../../../fixtures/edi/samples'
import { asOwner } from '../../../fixtures/as-owner'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'
import { testCnpj } from '../../../fixtures/test-server'

/** Files of a carrier as they come: deliveries that wait for their notes, freights that differ, an invoice that becomes an account payable and is taken back. */

const session = browserTest()
const CARRIER = testCnpj(77)
const NOTE = { issuer: testCnpj(9), series: 1, number: 4321 }

const seed = () =>
  session.page.evaluate(async (CNPJ_CPF) => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    for (const path of ['transportadora', 'fornecedor']) {
      const body = JSON.stringify({ xNome: 'Transportes Exemplo', CNPJ_CPF })
      const answer = await fetch(`/api/${path}`, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    }
  }, CARRIER)

/** A carrier has told something of a sale of the demonstration. Answers the sale. */
async function tracked(): Promise<number> {
  let id = 0
  await asOwner(session.databaseUrl, async (owner) => {
    const [row] =
      await owner`insert into venda_rastreio (empresa_id, venda_id, "dhOcorrencia", codigo, texto, efeito, origem)
      select empresa_id, id, '2026-11-20 10:00-03', '98', 'Chegada à cidade ou filial de destino', 'a_caminho', 'edi' from venda order by id limit 1 returning venda_id`
    id = Number(row?.venda_id)
  })
  return id
}

const upload = (files: Readonly<Record<string, string>>) =>
  session.page
    .locator('input[type="file"]')
    .first()
    .setInputFiles(
      Object.entries(files).map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
    )

it('takes in what a carrier sends, shows what waits and what differs, and makes and undoes its account payable', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/expedicao/edi`)
  await settled(page)
  await seed()
  await expectPresentable(page, 'edi-vazio')

  const told = ocoren({ version: '3.0a', carrier: CARRIER, name: 'OCO1' }, [
    { ...NOTE, code: '01', day: '2026-11-26', text: 'RECEBIDO NA PORTARIA' },
  ])
  const embarked = conemb({ version: '3.0a', carrier: CARRIER, name: 'CON1' }, [
    { number: '8001', freight: '80.00', notes: [NOTE] },
  ])
  await upload({ 'ocoren.txt': told, 'conemb.txt': embarked })
  await keys.text('1 linha, 0 aplicadas, 1 à espera')
  await page.getByText('conemb.txt').first().waitFor()
  await settled(page)
  await expectPresentable(page, 'edi-lista')

  // The same file again: it is refused, and the first is named.
  await upload({ 'ocoren-de-novo.txt': told })
  await keys.text('Este arquivo já foi carregado')

  const waybills = [
    { number: '8001', freight: '85.00', notes: [NOTE] },
    { number: '8002', freight: '20.00', notes: [NOTE] },
  ]
  await upload({
    'doccob.txt': `${doccob({ version: '5.0', carrier: CARRIER, name: 'DOC1' }, [
      { number: '501', due: '2026-12-20', waybills },
    ])}359DO JEITO DELES\r\n`,
  })
  const form = page.getByRole('dialog').last()
  await form.getByText('Difere do CONEMB.').waitFor()
  await settled(page)
  await expectPresentable(page, 'edi-linhas')
  await form.getByText('8002', { exact: true }).waitFor()
  await form.getByRole('button', { name: 'Visões' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Com diferença' }).click()
  await form.getByText('8002', { exact: true }).waitFor({ state: 'detached' })
  await form.getByRole('tab', { name: 'Avisos' }).click()
  await form.getByText('359DO JEITO DELES').waitFor()
  await form.getByRole('tab', { name: 'Faturas' }).click()
  await form.getByText('Fatura 501').waitFor()
  await settled(page)
  await expectPresentable(page, 'edi-faturas')
  await form.getByRole('button', { name: 'Gerar conta a pagar' }).focus()
  await keys.press('Enter')
  const asking = page.getByRole('dialog', { name: 'Gerar conta a pagar' })
  await asking.getByText('Fatura 501 de').waitFor()
  await settled(page)
  await expectPresentable(page, 'edi-conta')
  await keys.press('F10')
  await page.getByRole('button', { name: 'Gerar assim mesmo' }).click()
  await keys.text('Conta a pagar gerada.')
  await form.getByText('Lançada', { exact: true }).waitFor()
  await form.getByRole('button', { name: 'Desfazer', exact: true }).click()
  await page.getByRole('button', { name: 'Desfazer', exact: true }).last().click()
  await keys.text('Conta a pagar desfeita.')
  await form.getByRole('button', { name: 'Gerar conta a pagar' }).waitFor()
  await form.getByRole('tab', { name: 'Linhas' }).click()
  const again = page.waitForResponse((answer) => answer.url().endsWith('/tenta'))
  await keys.press('F10')
  await again
  await keys.text('2 linhas, 0 aplicadas, 1 à espera, 1 com diferença')
  // The list of files is still under the list of lines: from one file to the next.
  await keys.press('Alt+ArrowDown')
  await page.getByRole('dialog', { name: /conemb\.txt/ }).waitFor()
  await page.getByRole('dialog').getByText('A nota é de outro emitente').waitFor()
  await settled(page)
  await expectPresentable(page, 'edi-conemb')
  // From the search to the rows, and out of the file.
  await keys.press('Escape')
  await keys.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Gerar NOTFIS' }).click()
  await page.getByRole('dialog', { name: 'Gerar NOTFIS' }).waitFor()
  await settled(page)
  await expectPresentable(page, 'edi-notfis')
  await keys.press('Escape')
  const venda_id = await tracked()
  await page.goto(`${url}/ui/comercial/venda/edit/${venda_id}`)
  await page.getByRole('tab', { name: 'Transporte' }).click()
  await page.getByText('Chegada à cidade ou filial de destino').waitFor()
  await settled(page)
  await expectPresentable(page, 'edi-venda')
  expect(session.errors).toEqual([])
})
