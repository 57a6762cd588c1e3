import { join } from 'node:path'
import { expect, it } from 'vitest'
import { NFE_NAMESPACE } from '../../../core/fiscal/services/service'
import { outerXml } from '../../../core/fiscal/services/soap'
import { CONFORMANCE, hasConformance } from '../../../fixtures/conformance'
import { today } from '../../../fixtures/test-clock'
import { ids, invoiced, issuerTest, ok, run, sefaz, sent } from '../nota/issuing.fixture'
import { schemasIn } from '../sefaz/schemas'

const schemas = join(CONFORMANCE, 'fiscal/xsd')
issuerTest({ schemas })

it.skipIf(!hasConformance)(
  'an EPEC, what is answered to it and the note that follows are valid by the official schemas, to a company and to a consumer of another state',
  async () => {
    const check = (xml: string, file: string) => schemasIn(schemas).check(xml, { file, day: today() })
    sefaz.faults.down('PR', 'http')
    const { id: contingencia } = await ok('POST', '/api/nfe/contingencia', {
      mod: 55,
      xJust: 'SEFAZ e SVC fora do ar',
      forma: 'EPEC',
    })
    const notes = [await invoiced(), await invoiced({ cliente_id: ids.far })]
    for (const { note } of notes) {
      expect((await sent(note.id)).status).toBe(8)
      const kept = await run(`select tipo, xml from nfe_xml where nfe_id = ${note.id} order by id`)
      const of = (tipo: string) => String(kept.find((one) => one.tipo === tipo)?.xml)
      const [detail = ''] = outerXml(of('evento'), 'detEvento')
      const alone = detail.replace('<detEvento', `<detEvento xmlns="${NFE_NAMESPACE}"`)
      expect(check(alone, 'e110140_v1.00.xsd')).toMatchObject({ state: 'valid' })
      expect(check(of('evento_protocolo'), 'procEventoNFe_v1.00.xsd')).toMatchObject({ state: 'valid' })
      expect(check(of('assinada'), 'nfe_v4.00.xsd')).toMatchObject({ state: 'valid' })
    }
    sefaz.faults.up()
    await ok('POST', `/api/nfe/contingencia/${contingencia}/desliga`)
    for (const { note } of notes) expect(await sent(note.id)).toMatchObject({ status: 3, cStat: '100' })
  },
)
