/** Code lists that GS1 components refer to, each in a short form that is spread out on first use. */

/** ISO 3166-1 three-digit country codes, each as its distance from the one before, base 36. */
const COUNTRIES =
  '442244443144442114444222282424444444484444442444413244314714424445111413422442242251c4444444444422444444444444' +
  '44624424314422442244444444424842114444444321158644444421211157244444424444136251213444442248111146841384444422' +
  '4444444312243b851116a4422e657'

/** ISO 4217 three-digit currency codes, withdrawn ones included, in the same form. */
const CURRENCIES =
  '84k4842118444c66848884884e4e31b5688264k8ms444844444448c4624424314444c844i4c2684881f648c848244q938s848224ik4444' +
  'c444c7b886i2m4fn1211111112221212111111121111111111211111121111113114432'

/** ISO 3166-1 two-letter country codes: a first letter and every second one. */
const COUNTRY_LETTERS =
  'ADEFGILMOQRSTUWXZ BABDEFGHIJLMNOQRSTVWYZ CACDFGHIKLMNORUVWXYZ DEJKMOZ ECEGHRST FIJKMOR GABDEFGHILMNPQRSTUWY HK' +
  'MNRTU IDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ NACEFGILOPRUZ OM PAEFGHKLMNRSTWY QA' +
  ' REOSUW SABCDEGHIJKLMNORSTVXYZ TCDFGHJKLMNORTVWZ UAGMSYZ VACEGINU WFS YET ZAMW'

/** Package types of two characters in the same form: UN/ECE Recommendation 21 with the codes GS1 adds. */
const PACKAGES =
  '1ABDFGW 2C 3AH 434ABCDFGH 5HLM 6HP 7AB 8ABC AABCDFGHIJLMPTV B4BCDEFGHIJKLMNOPQRSTUVWXYZ CABCDEFGHIJKLMNOPQRSTU' +
  'VWXYZ DABCGHIJKLMNPRSTUVWXY E123CDEFGHIN FBCDEILOPRTWX GBILRUYZ HABCGNR IABCDEFGHKLNZ JBCGRTY KGI LEGTUVZ MABC' +
  'ERSTWX NAEFGSTUV OABCDEFKTU P2ABCDEFGHIJKLNOPRTUVXYZ QABCDFGHJKLMNPQRS RDGJKLOTZ S1ABCDEHIKLMOPSTUVWXYZ T1BCDE' +
  'GIKLNORSTUVWYZ UCN VAGIKLNOPQRSY WABCDFGHJKLMNPQRSTUVWXYZ X3ABCDFGHJK YABCDFGHJKLMNPQRSTVWXYZ ZABCDFGHJKLMNPQR' +
  'STUVWXYZ'

/** The other package types. */
const ODD_PACKAGES =
  '200 201 202 203 204 205 206 210 211 212 8 9 APE BGE BME BRI CBL CCE DPE FOB FPE LAB MPE OPE PAE PLP POP PPE PU' +
  'E RB1 RB2 RB3 RCB SEC STL TEV THE TRE TTE TWE UUE WRP X11 X12 X15 X16 X17 X18 X19 X20'

function lazySet(spread: () => Iterable<string>): (code: string) => boolean {
  let set: Set<string> | undefined
  return (code) => (set ??= new Set(spread())).has(code)
}

function fromDistances(text: string): string[] {
  let number = 0
  return [...text].map((distance) => String((number += Number.parseInt(distance, 36))).padStart(3, '0'))
}

function fromGroups(text: string): string[] {
  return text.split(' ').flatMap((group) => Array.from(group.slice(1), (second) => group.charAt(0) + second))
}

/** ISO 3166-1 three-digit code of a country? */
export const isCountry = lazySet(() => fromDistances(COUNTRIES))

/** ISO 3166-1 two-letter code of a country? */
export const isCountryLetters = lazySet(() => fromGroups(COUNTRY_LETTERS))

/** ISO 4217 three-digit code of a currency? */
export const isCurrency = lazySet(() => fromDistances(CURRENCIES))

/** UN/ECE Recommendation 21 package type, or one of GS1's additions? */
export const isPackageType = lazySet(() => [...fromGroups(PACKAGES), ...ODD_PACKAGES.split(' ')])
