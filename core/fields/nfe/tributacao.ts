import { f } from '../field'
import { CRT } from '../cadastros/empresa'
import { cest, ncm, uf } from '../kit'

export const tributacaoFields = {
  descricao: f.text('Descrição', { max: 80 }).required(),
  tipo_entrada_saida_id: f.ref('Tipo de operação', 'tipo_entrada_saida'),
  UFOrig: uf(),
  UFDest: uf(),
  NCM: ncm(),
  CEST: cest(),
  CRT: f.option('Regime do emitente', CRT),
  dInicio: f.date('Válida desde'),
  dFim: f.date('Válida até'),
  taxCode: f.text('CST / CSOSN', { max: 4 }),
  pICMS: f.percent('ICMS (%)', 4, { min: 0, max: 100 }),
  pRedBC: f.percent('Redução da base (%)', 4, { min: 0, max: 100 }),
  pMVAST: f.percent('MVA (%)', 4, { min: 0 }),
  pICMSST: f.percent('ICMS-ST (%)', 4, { min: 0, max: 100 }),
  pRedBCST: f.percent('Redução da base ST (%)', 4, { min: 0, max: 100 }),
  pFCPST: f.percent('FCP-ST (%)', 4, { min: 0, max: 100 }),
  pIPI: f.percent('IPI (%)', 4, { min: 0, max: 1000 }),
  pPIS: f.percent('PIS (%)', 4, { min: 0, max: 100 }),
  pCOFINS: f.percent('COFINS (%)', 4, { min: 0, max: 100 }),
}
