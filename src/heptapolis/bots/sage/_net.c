/* The answers of a quantised net.
 *
 * A net has sparse inputs, two hidden layers of rectified units and three outputs. Answers are integers, computed
 * with integers only, so that this module and its interpreted twin (net.py) agree bit by bit on every machine.
 *
 * Inputs are Python lists of feature numbers, since the encoder is compiled Python. `base` is common to all moves of a
 * decision; `moves` holds for each move what it changes: f adds the feature f, REMOVE + f removes it, -1 ends a move.
 */
#include "_net.h"

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
#include <immintrin.h>
#define HAS_AVX2 __builtin_cpu_supports("avx2")
#endif

#define SHIFT_1 1      /* from the first sum (16 bits, scale 2^10) to a hidden value (scale 2^9) */
#define SHIFT_2 10     /* from the second sum (scale 2^19) to a hidden value (scale 2^9) */
#define MOST 16383     /* the largest hidden value */

typedef struct {
    PyObject_HEAD
    int features, hidden1, hidden2;
    int16_t *w1;               /* features x hidden1 */
    int16_t *w2;               /* in pairs of inputs, the last one with a zero: pairs x hidden2 x 2 */
    int16_t *w3;               /* OUTPUTS x hidden2 */
    int32_t *b1, *b2, *b3;
} Net;

static void net_dealloc(Net *self)
{
    free(self->w1);
    free(self->w2);
    free(self->w3);
    free(self->b1);
    free(self->b2);
    free(self->b3);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static void *copied(const char **at, size_t size)
{
    void *memory = malloc(size ? size : 1);
    if (memory != NULL)
        memcpy(memory, *at, size);
    *at += size;
    return memory;
}

/* Weights of rows of inputs, input by input: those of two inputs lie beside each other for each row. */
static int16_t *in_pairs(const int16_t *weights, int rows, int columns)
{
    int pairs = (columns + 1) / 2;
    int16_t *paired = calloc((size_t)pairs * (size_t)rows * 2, sizeof(int16_t));
    for (int row = 0; paired != NULL && row < rows; row++)
        for (int i = 0; i < columns; i++)
            paired[((i / 2) * rows + row) * 2 + i % 2] = weights[row * columns + i];
    return paired;
}

/* Whether no input of hidden values can overflow a 32-bit sum. */
static int fits(const int16_t *weights, const int32_t *biases, int rows, int columns)
{
    for (int row = 0; row < rows; row++) {
        int64_t most = biases[row] < 0 ? -(int64_t)biases[row] : biases[row];
        for (int column = 0; column < columns; column++)
            most += (int64_t)MOST * abs(weights[row * columns + column]);
        if (most > INT32_MAX)
            return 0;
    }
    return 1;
}

static PyObject *net_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    int features, hidden1, hidden2;
    Py_buffer weights;
    if (!PyArg_ParseTuple(args, "iiiy*", &features, &hidden1, &hidden2, &weights))
        return NULL;
    if (features < 1 || features >= REMOVE || hidden1 < 1 || hidden1 > MAX_HIDDEN || hidden2 < 1 || hidden2 > MAX_HIDDEN) {
        PyBuffer_Release(&weights);
        return PyErr_Format(PyExc_ValueError, "no net has this shape");
    }
    size_t n1 = (size_t)features * hidden1, n2 = (size_t)hidden1 * hidden2, n3 = (size_t)OUTPUTS * hidden2;
    if ((size_t)weights.len != 2 * (n1 + n2 + n3) + 4 * (size_t)(hidden1 + hidden2 + OUTPUTS)) {
        PyBuffer_Release(&weights);
        return PyErr_Format(PyExc_ValueError, "the number of weights does not match the shape");
    }
    Net *self = (Net *)type->tp_alloc(type, 0);
    if (self != NULL) {
        const char *at = weights.buf;
        self->features = features;
        self->hidden1 = hidden1;
        self->hidden2 = hidden2;
        self->w1 = copied(&at, 2 * n1);
        int16_t *w2 = copied(&at, 2 * n2);
        self->w3 = copied(&at, 2 * n3);
        self->b1 = copied(&at, 4 * (size_t)hidden1);
        self->b2 = copied(&at, 4 * (size_t)hidden2);
        self->b3 = copied(&at, 4 * (size_t)OUTPUTS);
        self->w2 = w2 != NULL ? in_pairs(w2, hidden2, hidden1) : NULL;
        if (!self->w1 || !self->w2 || !self->w3 || !self->b1 || !self->b2 || !self->b3) {
            Py_DECREF(self);
            self = NULL;
            PyErr_NoMemory();
        } else if (!fits(w2, self->b2, hidden2, hidden1) || !fits(self->w3, self->b3, OUTPUTS, hidden2)) {
            Py_DECREF(self);
            self = NULL;
            PyErr_SetString(PyExc_ValueError, "the weights are too large");
        }
        free(w2);
    }
    PyBuffer_Release(&weights);
    return (PyObject *)self;
}

WITH_ROWS(add_blocks, int16_t, Integers, +=)
WITH_ROWS(remove_blocks, int16_t, Integers, -=)

/* Sums of 16 bits wrap around; nets stay far below: 32 in the units of a hidden value. */
static void add_rows(int16_t *sum, const int16_t *w1, const int32_t *rows, int count, int width)
{
    for (int at = add_blocks(sum, w1, rows, count, width); at < width; at++)
        for (int i = 0; i < count; i++)
            sum[at] = (int16_t)(sum[at] + w1[(size_t)rows[i] * (size_t)width + at]);
}

static void remove_rows(int16_t *sum, const int16_t *w1, const int32_t *rows, int count, int width)
{
    for (int at = remove_blocks(sum, w1, rows, count, width); at < width; at++)
        for (int i = 0; i < count; i++)
            sum[at] = (int16_t)(sum[at] - w1[(size_t)rows[i] * (size_t)width + at]);
}

VECTORS static void rectify_sums(int16_t *restrict hidden, const int16_t *restrict sum, int count)
{
    for (int i = 0; i < count; i++) {
        int16_t value = (int16_t)(sum[i] >> SHIFT_1);
        hidden[i] = value < 0 ? 0 : value;
    }
}

VECTORS static void rectify(int16_t *restrict hidden, const int32_t *restrict sum, int shift, int count)
{
    for (int i = 0; i < count; i++) {
        int32_t value = sum[i] >> shift;
        value = value < 0 ? 0 : value;
        hidden[i] = (int16_t)(value > MOST ? MOST : value);
    }
}

VECTORS static void layer(int32_t *restrict out, const int16_t *restrict weights, const int32_t *restrict biases,
                          const int16_t *restrict in, int rows, int columns)
{
    for (int row = 0; row < rows; row++) {
        const int16_t *restrict line = weights + row * columns;
        int32_t sum = 0;
        for (int i = 0; i < columns; i++)
            sum += (int32_t)line[i] * (int32_t)in[i];
        out[row] = sum + biases[row];
    }
}

/* Adds the weights of pairs of inputs to the sums of all rows (in_pairs). */
static void add_pairs(int32_t *restrict sum, const int16_t *restrict weights, const int16_t *restrict in,
                      const int32_t *restrict pairs, int count, int first, int rows)
{
    for (int i = 0; i < count; i++) {
        const int16_t *line = weights + (size_t)pairs[i] * (size_t)rows * 2;
        int32_t one = in[2 * pairs[i]], other = in[2 * pairs[i] + 1];
        for (int row = first; row < rows; row++)
            sum[row] += line[2 * row] * one + line[2 * row + 1] * other;
    }
}

#ifdef HAS_AVX2
#define BLOCK 32 /* rows whose sums stay in registers */

/* The same for the first rows, as many as make whole blocks; returns their number. */
__attribute__((target("avx2"))) static int add_pairs_to_blocks(int32_t *sum, const int16_t *weights, const int16_t *in,
                                                               const int32_t *pairs, int count, int rows)
{
    int first = 0;
    for (; first + BLOCK <= rows; first += BLOCK) {
        __m256i *place = (__m256i *)(sum + first);
        __m256i a = _mm256_loadu_si256(place), b = _mm256_loadu_si256(place + 1);
        __m256i c = _mm256_loadu_si256(place + 2), d = _mm256_loadu_si256(place + 3);
        for (int i = 0; i < count; i++) {
            const __m256i *line = (const __m256i *)(weights + ((size_t)pairs[i] * (size_t)rows + (size_t)first) * 2);
            int32_t both;
            memcpy(&both, in + 2 * pairs[i], sizeof both);
            __m256i values = _mm256_set1_epi32(both);
            a = _mm256_add_epi32(a, _mm256_madd_epi16(_mm256_loadu_si256(line), values));
            b = _mm256_add_epi32(b, _mm256_madd_epi16(_mm256_loadu_si256(line + 1), values));
            c = _mm256_add_epi32(c, _mm256_madd_epi16(_mm256_loadu_si256(line + 2), values));
            d = _mm256_add_epi32(d, _mm256_madd_epi16(_mm256_loadu_si256(line + 3), values));
        }
        _mm256_storeu_si256(place, a);
        _mm256_storeu_si256(place + 1, b);
        _mm256_storeu_si256(place + 2, c);
        _mm256_storeu_si256(place + 3, d);
    }
    return first;
}
#endif

/* The sums of the second layer. Three of four hidden values are zero, so pairs of zeros are left out. */
static void second_layer(const Net *self, int32_t *sum, const int16_t *in)
{
    int32_t pairs[MAX_HIDDEN / 2];
    int count = 0, first = 0;
    for (int pair = 0; pair < (self->hidden1 + 1) / 2; pair++) {
        int32_t both;
        memcpy(&both, in + 2 * pair, sizeof both);
        pairs[count] = pair;
        count += both != 0; /* no branch, which would be guessed wrong often */
    }
    memcpy(sum, self->b2, sizeof(int32_t) * (size_t)self->hidden2);
#ifdef HAS_AVX2
    if (HAS_AVX2)
        first = add_pairs_to_blocks(sum, self->w2, in, pairs, count, self->hidden2);
#endif
    if (first < self->hidden2)
        add_pairs(sum, self->w2, in, pairs, count, first, self->hidden2);
}

#define ROWS 256 /* features that are added at once */

/* Adds the features of a list to the sums, up to the end of a move. */
static int sum_up(Net *self, int16_t *sum, PyObject *list, Py_ssize_t *place)
{
    int width = self->hidden1, added = 0, removed = 0;
    int32_t adds[ROWS] = {0}, removes[ROWS] = {0};
    Py_ssize_t size = PyList_GET_SIZE(list);
    while (*place < size) {
        long feature = number_at(list, (*place)++, self->features);
        if (feature == -2)
            return -1;
        if (feature == -1)
            break;
        if (feature < REMOVE)
            adds[added++] = (int32_t)feature;
        else
            removes[removed++] = (int32_t)(feature - REMOVE);
        if (added == ROWS) {
            add_rows(sum, self->w1, adds, added, width);
            added = 0;
        }
        if (removed == ROWS) {
            remove_rows(sum, self->w1, removes, removed, width);
            removed = 0;
        }
    }
    add_rows(sum, self->w1, adds, added, width);
    remove_rows(sum, self->w1, removes, removed, width);
    return 0;
}

static PyObject *net_evaluate(Net *self, PyObject *const *args, Py_ssize_t count)
{
    if (!two_lists(args, count, 2))
        return NULL;
    int32_t second[MAX_HIDDEN], out[OUTPUTS];
    int16_t base[MAX_HIDDEN], sum[MAX_HIDDEN], hidden1[MAX_HIDDEN], hidden2[MAX_HIDDEN];
    Py_ssize_t place = 0;
    for (int i = 0; i < self->hidden1; i++)
        base[i] = (int16_t)self->b1[i];
    if (self->hidden1 % 2)
        hidden1[self->hidden1] = 0; /* makes a pair with the last one */
    if (sum_up(self, base, args[0], &place) < 0)
        return NULL;
    PyObject *answers = PyList_New(0);
    if (answers == NULL)
        return NULL;
    place = 0;
    while (place < PyList_GET_SIZE(args[1])) {
        memcpy(sum, base, 2 * (size_t)self->hidden1);
        if (sum_up(self, sum, args[1], &place) < 0)
            goto failed;
        rectify_sums(hidden1, sum, self->hidden1);
        second_layer(self, second, hidden1);
        rectify(hidden2, second, SHIFT_2, self->hidden2);
        layer(out, self->w3, self->b3, hidden2, OUTPUTS, self->hidden2);
        for (int i = 0; i < OUTPUTS; i++) {
            PyObject *value = PyLong_FromLong(out[i]);
            if (value == NULL || PyList_Append(answers, value) < 0) {
                Py_XDECREF(value);
                goto failed;
            }
            Py_DECREF(value);
        }
    }
    return answers;
failed:
    Py_DECREF(answers);
    return NULL;
}

static PyMethodDef net_methods[] = {
    {"evaluate", (PyCFunction)(void (*)(void))net_evaluate, METH_FASTCALL,
     "evaluate(base, moves): three integers for each move: points, margin and win, in units of 2**-19."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject NetType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "heptapolis.bots.sage._net.Net",
    .tp_basicsize = sizeof(Net),
    .tp_dealloc = (destructor)net_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Net(features, hidden1, hidden2, weights): a quantised net.",
    .tp_methods = net_methods,
    .tp_new = net_new,
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_net", "The answers of a net.", -1, NULL, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__net(void)
{
    return with_type(PyModule_Create(&module), "Net", &NetType);
}
