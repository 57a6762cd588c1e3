import { f } from '../field'
import { empresaId } from '../kit'
import { MODELS } from './nfe'

/** Why and since when a company issues by another way (N3-069). While it has no end it is on. */
export const contingenciaFields = {
  empresa_id: empresaId(),
  mod: f.option('Documento', MODELS).default(55),
  tpEmis: f
    .option(
      'Emissão',
      { 6: 'SVC-AN', 7: 'SVC-RS', 9: 'Off-line (NFC-e)' },
      { doc: 'A da UF da empresa, e off-line na NFC-e' },
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
