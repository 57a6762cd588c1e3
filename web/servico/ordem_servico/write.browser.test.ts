import { expect, it } from 'vitest'
import { apiAt, browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable } from '../../../fixtures/look'

/** A service order written in its form, by keyboard, to its receivables; and a contract that makes one. */

const session = browserTest()
const keys = new Keyboard(session)
const send = (method: string, path: string, body?: object) => apiAt(session)(method, path, body)

it('is written with a service under warranty, one that is charged, and its instalments; it is finished and invoiced', async () => {
  const { page } = session
  const centre = await send('POST', 'financeiro/centro_custo', { codigo: 'GAR', descricao: 'Garantia' })
  await send('PUT', 'empresa/1', { centro_custo_garantia_id: centre.id })
  await send('POST', 'srv/servico', { descricao: 'Revisão geral', codigo: 'REV', valor: 120, un: 'un' })

  await page.goto(`${session.url}/ui/servico/ordem_servico`)
  await keys.screen('/ui/servico/ordem_servico')
  await keys.press('n')
  await keys.screen('/ui/servico/ordem_servico/edit/new')
  await page.getByRole('combobox', { name: 'Cliente' }).fill('a')
  await keys.pick()
  for (const at of [0, 1]) {
    await page.getByRole('button', { name: 'Adicionar' }).first().click()
    await page.keyboard.type('Revis')
    await keys.pick()
    await page.locator('[data-field="ordem_servico_servicos"]').getByText('Revisão geral').nth(at).waitFor()
  }
  await page.locator('[data-field="ordem_servico_servicos"]').getByText('Não', { exact: true }).first().click()
  await page.locator('[data-field="ordem_servico_servicos"]').getByText('Sim', { exact: true }).waitFor()
  await page.getByText('R$ 120,00').first().waitFor()
  await keys.press('Control+s')
  await keys.text('Ordem de serviço salva com sucesso.')
  await page.waitForURL(/edit\/\d+/)
  const id = Number(/edit\/(\d+)/.exec(page.url())?.[1])
  const stored = await send('GET', `srv/ordem_servico/${id}`)
  expect(stored).toMatchObject({ vTotal: 120, vServ: 120 })
  expect(stored.ordem_servico_servicos).toMatchObject([
    { garantia: true, vTotal: 0, centro_custo_id: centre.id },
    { garantia: false, vTotal: 120 },
  ])

  await page.getByRole('tab', { name: /^Parcelas/ }).click()
  await expectPresentable(page, 'ordem-servico-parcelas')
  const [method] = (await send('GET', 'financeiro/pagamentos?perPage=1&where={"ativo":true}')).data
  await send('POST', 'srv/ordem_servico_duplicata/addString', {
    ordem_servico_id: id,
    string: '30/60',
    pagamento_id: method.id,
  })
  await page.reload()
  await keys.chip('Aberta')
  await keys.press('F10')
  await page.getByText('Finalizar a ordem de serviço').first().waitFor()
  await keys.press('Control+Enter')
  await keys.text('Ordem de serviço finalizada.')
  await keys.chip('Finalizada')
  await keys.press('F9')
  await keys.text('Ordem de serviço faturada.')
  await keys.chip('Faturada')
  await expectPresentable(page, 'ordem-servico-faturada')
})

it('is made by a contract now, where somebody asks', async () => {
  const { page } = session
  const [customer] = (await send('GET', 'cliente?perPage=1&where={"ativo":true}')).data
  const [service] = (await send('GET', 'srv/servico?perPage=1')).data
  const contract = await send('POST', 'srv/contrato_servico', {
    descricao: 'Revisão mensal',
    cliente_id: customer.id,
    dProxima: '2090-01-31',
    contrato_servico_servicos: [{ servico_id: service.id }],
  })
  await page.goto(`${session.url}/ui/servico/contrato_servico/edit/${contract.id}`)
  await page.getByRole('button', { name: 'Gerar a ordem agora' }).click()
  await keys.text(/Ordem de serviço \d+ criada\./)
  await keys.chip('Aberta')
  expect((await send('GET', `srv/contrato_servico/${contract.id}`)).dProxima).toBe('2090-02-28')
})
