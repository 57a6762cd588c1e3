import { f } from '../field'
import { empresaId } from '../kit'
import { MODELS } from './nfe'

/** How an NF-e goes out while its authority is out of order. */
const WAYS = { SVC: 'SEFAZ virtual de contingência (SVC)', EPEC: 'EPEC, no Ambiente Nacional' } as const

/** Why and since when a company issues by another way (N3-069). While it has no end it is on. */
export const contingenciaFields = {
  empresa_id: empresaId(),
  mod: f.option('Documento', MODELS).default(55),
  forma: f.choice('Forma', WAYS, {
    doc: 'Da NF-e, SVC se não se informa: EPEC só onde a SVC também não atende. A NFC-e é sempre off-line',
  }),
  tpEmis: f
    .option(
      'Emissão',
      { 4: 'EPEC', 6: 'SVC-AN', 7: 'SVC-RS', 9: 'Off-line (NFC-e)' },
      { doc: 'A SVC da UF da empresa ou o EPEC, e off-line na NFC-e' },
    )
    .computed(),
  xJust: f.text('Motivo', { max: 256, doc: 'Vai em cada nota; de 15 a 256 caracteres' }).required(),
  automatica: f.boolean('Ligada pelo sistema').default(false).computed(),
  dhInicio: f.datetime('Desde').required().computed(),
  dhFim: f.datetime('Até').computed(),
  dhVolta: f
    .datetime('Voltou a responder em', { doc: 'Da primeira resposta boa da SEFAZ; a segunda, minutos depois, desliga' })
    .computed(),
}
