/** The version that people know the product by (document 1, section 1). */
export const VERSION = '3.0.101'
