import * as v from 'valibot'
import { coreFunction } from '../function'
import { readAccessKey } from './accessKey'
import { itemCosts } from './itemCost'
import { readNfe } from './readNfe'

export const fiscalFunctions = [
  coreFunction({
    name: 'fiscal.accessKey',
    summary: 'Lê uma chave de acesso de 44 caracteres e confere o dígito.',
    takes: '{key}',
    gives: '{valid, dv?, expectedDv?, parts?: {cUF, AAMM, CNPJ_CPF, mod, serie, nNF, tpEmis, cNF, cDV}}',
    input: v.object({ key: v.string() }),
    run: ({ key }) => readAccessKey(key),
  }),
  coreFunction({
    name: 'fiscal.readNfe',
    summary: 'Lê uma NF-e (ou procNFe) para a importação de compra.',
    takes: '{xml}',
    gives: '{chNFe, serie, nNF, dhEmi, emit, dest, itens: […], total, duplicatas, pagamentos, protocolo, warnings, …}',
    input: v.object({ xml: v.string() }),
    run: ({ xml }) => readNfe(xml),
  }),
  coreFunction({
    name: 'fiscal.itemCosts',
    summary: 'Custo de entrada de cada item de uma NF-e, com o rateio do que só o total traz.',
    takes: '{xml}',
    gives:
      '{itens: [{nItem, vProd, vFrete, vSeg, vOutro, vDesc, vIPI, vICMSST, vFCPST, vOutrosTributos, vTotal, vUnTrib}]}',
    input: v.object({ xml: v.string() }),
    run: ({ xml }) => ({ itens: itemCosts(readNfe(xml)) }),
  }),
]
