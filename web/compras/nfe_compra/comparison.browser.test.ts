import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, seriousFaults } from '../../../fixtures/look'
import { invoiceXml } from '../../../fixtures/nfe/invoice'
import { testCnpj } from '../../../fixtures/test-server'

const browser = browserTest()
const keys = new Keyboard(browser)

it('what an invoice says stands beside what becomes of it, in all and item by item', async () => {
  const { page } = browser
  const file = join(tmpdir(), `nota-lado-a-lado-${process.pid}.xml`)
  const [cold, warm] = [
    {
      cProd: 'LL-1',
      xProd: 'Serra copo 60 mm',
      uCom: 'CX',
      qCom: '10.0000',
      vUnCom: '120.00',
      vProd: '1200.00',
      vIPI: '60.00',
    },
    { cProd: 'LL-2', xProd: 'Broca de aço 8 mm', qCom: '20.0000', vUnCom: '15.50', vProd: '310.00' },
  ]
  writeFileSync(file, invoiceXml({ number: 9876, recipient: testCnpj(987), items: [cold, warm], vNF: '1570.00' }))
  await page.goto(`${browser.url}/ui/compras/nfe_compra`)
  await keys.screen('/ui/compras/nfe_compra')
  await page.locator('[data-screen="/ui/compras/nfe_compra"] input[type=file]').first().setInputFiles(file)
  const sides = page.getByRole('region', { name: 'A nota e a entrada' })
  await sides.waitFor()
  expect((await sides.getByRole('row', { name: /^Total / }).textContent())?.replaceAll(/\s/g, ' ')).toBe(
    'TotalR$ 1.570,00R$ 1.570,00',
  )
  await sides.getByText('Item a item').click()
  await sides.getByRole('row', { name: /Serra copo 60 mm.*10 CX de 120,0000.*mercadoria nova/ }).waitFor()
  await page.getByRole('navigation', { name: 'Documentos ligados' }).getByText('Nenhum documento').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await expectPresentable(page, 'nfe-lado-a-lado')
  const [printed] = await Promise.all([
    page.context().waitForEvent('response', { predicate: (one) => one.url().endsWith('/printDanfeDFe') }),
    keys.press('Control+p'),
  ])
  expect([printed.status(), printed.headers()['content-type']]).toEqual([200, 'application/pdf'])
})
