import { f } from '../field'

const share = (label: string) => f.percent(label, 4)

/** What the price of a product is formed from: what one costs, and shares of the price. */
export const formacaoFields = {
  vCusto: f.money('Custo'),
  pIPI: share('IPI (%)'),
  vICMSUFDest: f.money('ICMS de destino'),
  vICMSST: f.money('ICMS-ST'),
  vFrete: f.money('Frete'),
  pComissoes: share('Comissões (%)'),
  pCartao: share('Cartão (%)'),
  pDAS: share('DAS (%)'),
  pICMS: share('ICMS (%)'),
  pPIS: share('PIS (%)'),
  pCOFINS: share('COFINS (%)'),
  pIRPJ: share('IRPJ (%)'),
  pCSLL: share('CSLL (%)'),
  pMargem: share('Margem (%)'),
  pOutrosCustos: share('Outros custos (%)'),
}
