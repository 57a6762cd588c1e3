/** Where the QR-Code of an NFC-e leads, by state: production, and test where it is another (addresses published by the states; NT 2025.001). */
const PLACES: Readonly<Record<string, readonly [production: string, test?: string]>> = {
  AC: ['http://www.sefaznet.ac.gov.br/nfce/qrcode', 'http://www.hml.sefaznet.ac.gov.br/nfce/qrcode'],
  AL: ['http://nfce.sefaz.al.gov.br/QRCode/consultarNFCe.jsp'],
  AM: [
    'https://sistemas.sefaz.am.gov.br/nfceweb/consultarNFCe.jsp',
    'https://sistemas.sefaz.am.gov.br/nfceweb-hom/consultarNFCe.jsp',
  ],
  AP: ['https://www.sefaz.ap.gov.br/nfce/nfcep.php', 'https://www.sefaz.ap.gov.br/nfcehml/nfce.php'],
  BA: ['http://nfe.sefaz.ba.gov.br/servicos/nfce/qrcode.aspx', 'http://hnfe.sefaz.ba.gov.br/servicos/nfce/qrcode.aspx'],
  CE: ['http://nfce.sefaz.ce.gov.br/pages/ShowNFCe.html', 'http://nfceh.sefaz.ce.gov.br/pages/ShowNFCe.html'],
  DF: ['http://www.fazenda.df.gov.br/nfce/qrcode', 'http://dec.fazenda.df.gov.br/ConsultarNFCe.aspx'],
  ES: [
    'http://app.sefaz.es.gov.br/ConsultaNFCe/qrcode.aspx',
    'http://homologacao.sefaz.es.gov.br/ConsultaNFCe/qrcode.aspx',
  ],
  GO: [
    'https://nfeweb.sefaz.go.gov.br/nfeweb/sites/nfce/danfeNFCe',
    'https://nfewebhomolog.sefaz.go.gov.br/nfeweb/sites/nfce/danfeNFCe',
  ],
  MA: [
    'http://www.nfce.sefaz.ma.gov.br/portal/consultarNFCe.jsp',
    'http://www.hom.nfce.sefaz.ma.gov.br/portal/consultarNFCe.jsp',
  ],
  MG: ['https://portalsped.fazenda.mg.gov.br/portalnfce/sistema/qrcode.xhtml'],
  MS: ['http://www.dfe.ms.gov.br/nfce/qrcode'],
  MT: ['http://www.sefaz.mt.gov.br/nfce/consultanfce', 'http://homologacao.sefaz.mt.gov.br/nfce/consultanfce'],
  PA: [
    'https://appnfc.sefa.pa.gov.br/portal/view/consultas/nfce/nfceForm.seam',
    'https://appnfc.sefa.pa.gov.br/portal-homologacao/view/consultas/nfce/nfceForm.seam',
  ],
  PB: ['http://www.sefaz.pb.gov.br/nfce', 'http://www.sefaz.pb.gov.br/nfcehom'],
  PE: ['http://nfce.sefaz.pe.gov.br/nfce/consulta', 'http://nfcehomolog.sefaz.pe.gov.br/nfce/consulta'],
  PI: ['http://www.sefaz.pi.gov.br/nfce/qrcode'],
  PR: ['http://www.fazenda.pr.gov.br/nfce/qrcode'],
  RJ: [
    'https://consultadfe.fazenda.rj.gov.br/consultaNFCe/QRCode',
    'http://www4.fazenda.rj.gov.br/consultaNFCe/QRCode',
  ],
  RN: ['http://nfce.set.rn.gov.br/consultarNFCe.aspx', 'http://hom.nfce.set.rn.gov.br/consultarNFCe.aspx'],
  RO: ['http://www.nfce.sefin.ro.gov.br/consultanfce/consulta.jsp'],
  RR: ['https://www.sefaz.rr.gov.br/servlet/qrcode'],
  RS: ['https://www.sefaz.rs.gov.br/NFCE/NFCE-COM.aspx'],
  SC: ['https://sat.sef.sc.gov.br/nfce/consulta', 'https://hom.sat.sef.sc.gov.br/nfce/consulta'],
  SE: ['http://www.nfce.se.gov.br/nfce/qrcode', 'http://www.hom.nfe.se.gov.br/nfce/qrcode'],
  SP: ['https://www.nfce.fazenda.sp.gov.br/qrcode', 'https://www.homologacao.nfce.fazenda.sp.gov.br/qrcode'],
  TO: ['http://www.sefaz.to.gov.br/nfce/qrcode', 'http://homologacao.sefaz.to.gov.br/nfce/qrcode'],
}

/** The address that stands before the parameters of an NFC-e's QR-Code; nothing for a state that is none. */
export function qrAddress(UF: string, tpAmb: '1' | '2'): string {
  const [production = '', other = production] = PLACES[UF] ?? []
  return tpAmb === '2' ? other : production
}
