/* Stand-in for icuuc.dll, which Windows 10 has since version 1703 and Wine lacks. Qt loads it to convert text from
   encodings it does not know itself. Here no converter can be opened and Qt goes on with its own. Wine only: never
   shipped. */
#include <stddef.h>

#define EXPORT __declspec(dllexport)
enum { U_FILE_ACCESS_ERROR = 4, U_UNSUPPORTED_ERROR = 16 };

EXPORT void *ucnv_open(const char *name, int *error) {
    (void)name;
    if (error)
        *error = U_FILE_ACCESS_ERROR;
    return NULL;
}
EXPORT const char *ucnv_getName(const void *converter, int *error) {
    (void)converter;
    if (error)
        *error = U_UNSUPPORTED_ERROR;
    return NULL;
}
EXPORT int ucnv_countAvailable(void) { return 0; }
EXPORT const char *ucnv_getAvailableName(int number) { (void)number; return NULL; }
EXPORT const char *ucnv_getStandardName(const char *name, const char *standard, int *error) {
    (void)name; (void)standard; (void)error;
    return NULL;
}
EXPORT signed char ucnv_getMaxCharSize(const void *converter) { (void)converter; return 1; }

/* The rest takes a converter, and there is none to be had. */
#define NEVER_CALLED(name) EXPORT int name(void) { return 0; }
NEVER_CALLED(ucnv_close)
NEVER_CALLED(ucnv_reset)
NEVER_CALLED(ucnv_getToUCallBack)
NEVER_CALLED(ucnv_getFromUCallBack)
NEVER_CALLED(ucnv_setToUCallBack)
NEVER_CALLED(ucnv_setFromUCallBack)
NEVER_CALLED(ucnv_toUnicode)
NEVER_CALLED(ucnv_fromUnicode)
NEVER_CALLED(ucnv_toUCountPending)
NEVER_CALLED(ucnv_fromUCountPending)
NEVER_CALLED(ucnv_cbToUWriteUChars)
NEVER_CALLED(ucnv_cbFromUWriteUChars)
NEVER_CALLED(UCNV_TO_U_CALLBACK_SUBSTITUTE)
NEVER_CALLED(UCNV_FROM_U_CALLBACK_SUBSTITUTE)
