/** Where a consumer looks a key up, by state: production, and test where it is another. What the note itself says comes first. */
const PLACES: Readonly<Record<string, readonly [production: string, test?: string]>> = {
  AC: ['www.sefaznet.ac.gov.br/nfce/consulta'],
  AL: ['www.sefaz.al.gov.br/nfce/consulta'],
  AP: ['www.sefaz.ap.gov.br/nfce/consulta'],
  AM: ['www.sefaz.am.gov.br/nfce/consulta'],
  BA: ['http://www.sefaz.ba.gov.br/nfce/consulta', 'http://hinternet.sefaz.ba.gov.br/nfce/consulta'],
  CE: ['www.sefaz.ce.gov.br/nfce/consulta'],
  DF: ['www.fazenda.df.gov.br/nfce/consulta'],
  ES: ['www.sefaz.es.gov.br/nfce/consulta'],
  GO: ['www.sefaz.go.gov.br/nfce/consulta', 'www.nfce.go.gov.br/post/ver/214413/consulta-nfc-e-homologacao'],
  MA: ['www.sefaz.ma.gov.br/nfce/consulta'],
  MG: ['https://portalsped.fazenda.mg.gov.br/portalnfce', 'https://hportalsped.fazenda.mg.gov.br/portalnfce'],
  MS: ['http://www.dfe.ms.gov.br/nfce/consulta'],
  MT: ['http://www.sefaz.mt.gov.br/nfce/consultanfce', 'http://homologacao.sefaz.mt.gov.br/nfce/consultanfce'],
  PA: ['www.sefa.pa.gov.br/nfce/consulta'],
  PB: ['www.sefaz.pb.gov.br/nfce/consulta', 'www.sefaz.pb.gov.br/nfcehom'],
  PE: ['nfce.sefaz.pe.gov.br/nfce/consulta'],
  PI: ['www.sefaz.pi.gov.br/nfce/consulta'],
  PR: ['http://www.fazenda.pr.gov.br/nfce/consulta'],
  RJ: ['www.fazenda.rj.gov.br/nfce/consulta'],
  RN: ['www.set.rn.gov.br/nfce/consulta'],
  RO: ['www.sefin.ro.gov.br/nfce/consulta'],
  RR: ['www.sefaz.rr.gov.br/nfce/consulta'],
  RS: ['www.sefaz.rs.gov.br/nfce/consulta'],
  SC: ['https://sat.sef.sc.gov.br/nfce/consulta', 'https://hom.sat.sef.sc.gov.br/nfce/consulta'],
  SE: ['http://www.nfce.se.gov.br/nfce/consulta', 'http://www.hom.nfe.se.gov.br/nfce/consulta'],
  SP: [
    'https://www.nfce.fazenda.sp.gov.br/NFCeConsultaPublica',
    'https://www.homologacao.nfce.fazenda.sp.gov.br/NFCeConsultaPublica',
  ],
  TO: ['www.sefaz.to.gov.br/nfce/consulta', 'http://homologacao.sefaz.to.gov.br/nfce/consulta.jsf'],
}

/** Where the key of an NFC-e of a state is looked up; nothing for a state that is none. */
export function consultPlace(UF: string, test: boolean): string {
  const [production = '', other = production] = PLACES[UF] ?? []
  return test ? other : production
}
